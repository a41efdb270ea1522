import type { Content, Result, Tool } from '../tool/index.ts'

type AnyFunction = (...args: never[]) => unknown

/** The names of a module's exports that can be called as tools. */
export type NameOf<Module> = string &
  {
    [Name in keyof Module]: Module[Name] extends AnyFunction | Tool ? Name : string extends Name ? Name : never
  }[keyof Module]

/** What a call gives as structure: what the function returns, as JSON; nothing where it returns text or content. */
export type StructureOf<Module, Name> = Name extends keyof Module
  ? Module[Name] extends AnyFunction
    ? Structured<Awaited<ReturnType<Module[Name]>>>
    : unknown
  : unknown

type Structured<Returned> =
  Returned extends Result<infer Structure>
    ? unknown extends Structure
      ? Plain<Returned>
      : JsonOf<Structure>
    : Plain<Returned>

type Plain<Returned> = [Returned] extends [string | Content | readonly (Content | string)[] | void]
  ? undefined
  : JsonOf<Returned>

/** A type after its way through JSON. */
export type JsonOf<Value> = Value extends Date | URL | bigint | Uint8Array | ArrayBuffer
  ? string
  : Value extends ReadonlySet<infer Item>
    ? JsonOf<Item>[]
    : Value extends ReadonlyMap<string, infer Item>
      ? Record<string, JsonOf<Item>>
      : Value extends ReadonlyMap<infer Key, infer Item>
        ? [JsonOf<Key>, JsonOf<Item>][]
        : Value extends readonly unknown[]
          ? { [Index in keyof Value]: JsonOf<Value[Index]> }
          : Value extends AnyFunction
            ? never
            : Value extends object
              ? { [Key in keyof Value]: JsonOf<Value[Key]> }
              : Value
