import { err, ok, type Result } from 'neverthrow'

/** The sets of tools, in the order of lists. `core` has the link tools that every agent needs. */
export const TOOLSET_NAMES = ['core', 'tags', 'analytics', 'audit'] as const
export type ToolsetName = (typeof TOOLSET_NAMES)[number]

/** Location of a set's tools, for a client with a URL that may not offer them. */
export const offeredAt = (set: ToolsetName) =>
  `offered at the MCP address with ?toolsets=${[...new Set(['core', set])].join()}`

/** The word for every set. */
const ALL = 'all'

/** The names that {@link readToolsets} accepts, for messages. */
export const TOOLSET_WORDS = [...TOOLSET_NAMES, ALL].join(', ')

/** The sets that a comma-separated text names, in the order of lists; an error names the first word that is none. */
export function readToolsets(text: string): Result<readonly ToolsetName[], string> {
  const words = text.split(',').map((word) => word.trim())
  const unknown = words.find((word) => word !== ALL && !TOOLSET_NAMES.some((name) => name === word))
  if (unknown !== undefined) return err(unknown)
  return ok(TOOLSET_NAMES.filter((name) => words.includes(name) || words.includes(ALL)))
}
