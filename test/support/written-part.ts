/** Returns the page with another text between `<!-- NAME … -->` and `<!-- end of NAME -->`; throws if the page has no such part. */
export function withPart(page: string, name: string, text: string): string {
  const part = new RegExp(`(<!-- ${name}\\b[^>]*-->\\n)[^]*?(<!-- end of ${name} -->)`)
  if (!part.test(page)) throw new Error(`The page has no part "${name}"`)
  return page.replace(part, (_, begin: string, end: string) => `${begin}\n${text.trim()}\n\n${end}`)
}

/** Formats a table of Markdown; a cell may contain any text except a line end. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')

const cell = (text: string) => text.replaceAll('|', '\\|')
