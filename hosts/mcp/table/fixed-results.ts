import type { Result } from '@modelcontextprotocol/sdk/types.js'

const written = new WeakMap<Result, Buffer>()

/** Caches the JSON of a result that is the same for every caller: serializing the list of tools takes ten times as long as sending it. */
export function fixed<Answer extends Result>(result: Answer): Answer {
  written.set(result, Buffer.from(JSON.stringify(result)))
  return result
}

/** The cached JSON of a {@link fixed} result. */
export const fixedJson = (result: Result): Buffer | undefined => written.get(result)
