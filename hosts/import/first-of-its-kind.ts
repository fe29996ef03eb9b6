import type { SourceLink } from './program.ts'
import { toText } from './row.ts'

/** A link of a file that has the same slug as a later one. */
export interface Earlier {
  readonly row: number
  readonly domain: string | null
  readonly isSameTarget: boolean
}

/** Returns a function that returns the earlier link of a slug in a file; undefined for the first one. */
export function firstOfItsKind() {
  const seen = new Map<string, { readonly row: number; readonly domain: string | null; readonly target: number }>()
  return (hostname: unknown, { slug, target, domain }: SourceLink, row: number): Earlier | undefined => {
    // A missing slug is no repetition; it is refused as missing.
    if (slug === undefined || slug === null || slug === '') return undefined
    const name = `${hostname ?? ''}/${slug}`
    const first = seen.get(name)
    if (first !== undefined) return { ...first, isSameTarget: first.target === hashOf(toText(target)) }
    seen.set(name, { row, domain, target: hashOf(toText(target)) })
    return undefined
  }
}

/** FNV-1a: a number stands for the text, since a file may have millions of targets. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}
