import { isSlug } from '@shortlink/core'
import { isAddress, withScheme } from '../ui/is-address.ts'

/** What one line of a pasted list asks for: an address, and optionally a slug, which is all that follows it. */
export interface PastedLine {
  /** From 1, as an editor counts. */
  readonly line: number
  readonly target: string
  readonly slug: string | undefined
}

/** Reads a list of addresses, one a line; a slug may follow behind white space. Empty lines are skipped. */
export function pastedLines(text: string): readonly PastedLine[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const [target, ...others] = line.split(/\s/).filter((part) => part !== '')
    const slug = others.length === 0 ? undefined : others.join(' ')
    return target === undefined ? [] : [{ line: index + 1, target: withScheme(target), slug }]
  })
}

/** What is wrong with a line as far as that shows before it is sent: no web address, no slug, or a slug that an earlier line has. */
export type LineFault = 'address' | 'slug' | 'repeated'

/** The lines that the server would refuse, by their number. Whether a slug is taken only the server knows. */
export function lineFaults(lines: readonly PastedLine[]): ReadonlyMap<number, LineFault> {
  const faults = new Map<number, LineFault>()
  const seen = new Set<string>()
  for (const { line, target, slug } of lines) {
    if (!isAddress(target)) faults.set(line, 'address')
    else if (slug !== undefined && !isSlug(slug)) faults.set(line, 'slug')
    else if (slug !== undefined && seen.has(slug)) faults.set(line, 'repeated')
    if (slug !== undefined) seen.add(slug)
  }
  return faults
}
