/** Thrown where the rules of a provider have no way to say what a schema says. Its message says what, after "its schema". */
export class Inexpressible extends Error {
  override readonly name: string = 'Inexpressible'
}
