/** What one line of a pasted list asks for: an address, and optionally a slug after it. */
export interface PastedLine {
  /** From 1, as an editor counts. */
  readonly line: number
  readonly target: string
  readonly slug: string | undefined
}

/** Reads a list of addresses, one a line; a slug may follow behind white space. Empty lines are skipped. */
export function pastedLines(text: string): readonly PastedLine[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const [target, slug] = line.split(/\s/).filter((part) => part !== '')
    return target === undefined ? [] : [{ line: index + 1, target, slug }]
  })
}
