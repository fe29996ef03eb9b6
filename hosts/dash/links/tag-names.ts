/** The tags of a text that separates them by commas, each once. */
export const tagsOf = (text: string): string[] =>
  [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '')

/** The tags of a link after adding some and removing others; undefined if they stay the same. */
export function retagged(tags: readonly string[], added: readonly string[], removed: ReadonlySet<string>) {
  const after = [...new Set([...tags, ...added])].filter((tag) => !removed.has(tag))
  return after.length === tags.length && after.every((tag, at) => tag === tags[at]) ? undefined : after
}
