import styles from './link-row.module.css'

const DEGREES = 360

/** The first letter of the target's host, in a color that each link of this host has. Nothing is loaded from there. */
export function LetterTile({ target }: { readonly target: string }) {
  const host = (URL.parse(target)?.hostname ?? '').replace(/^www\./, '')
  const letter = [...host][0] ?? '?'
  return (
    <span class={styles.tile} style={{ '--hue': hueOf(host) }} aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  )
}

/** A hash of the text, as an angle. */
function hueOf(text: string): number {
  let hash = 0
  for (const char of text) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 9973
  return (hash * 47) % DEGREES
}
