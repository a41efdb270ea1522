import type { UnknownObject } from '../tool/index.ts'

/** What a client sent for one request, the same in each of its rounds. It is never masked: the client knows it. */
export function sentIn(params: UnknownObject): readonly string[] {
  const { requestState: _state, inputResponses: _answers, ...asked } = params
  return [JSON.stringify(asked)]
}
