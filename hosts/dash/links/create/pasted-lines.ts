import { isSlug } from '@shortlink/core'
import { isAddress, withScheme } from '../../ui/text/is-address.ts'

/** One line of a pasted list: a URL, optionally followed by a slug, which is the rest of the line. */
export interface PastedLine {
  /** 1-based, as in an editor. */
  readonly line: number
  readonly target: string
  readonly slug: string | undefined
}

/** Parses a list of URLs, one per line; a slug may follow after white space. Empty lines are skipped. */
export function pastedLines(text: string): readonly PastedLine[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const [target, ...others] = line.split(/\s/).filter((part) => part !== '')
    const slug = others.length === 0 ? undefined : others.join(' ')
    return target === undefined ? [] : [{ line: index + 1, target: withScheme(target), slug }]
  })
}

/** Problem with a line that is visible before sending: no URL, no slug, or a slug that an earlier line has. */
export type LineFault = 'address' | 'slug' | 'repeated'

/** The lines that the server would refuse, by their number. Only the server knows taken slugs. */
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
