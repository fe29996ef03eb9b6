import type { ComponentChildren } from 'preact'
import { CopyButton } from './copy.tsx'
import { useWords } from './words.tsx'

interface MadeLinkProps {
  readonly shortUrl: string
  /** Whether it is on the clipboard. */
  readonly isCopied: boolean
  /** Content next to it. */
  readonly children?: ComponentChildren
}

/** A newly created link, with buttons to open and copy it. */
export function MadeLink({ shortUrl, isCopied, children }: MadeLinkProps) {
  const { words } = useWords()
  return (
    <p class="cluster" role="status">
      <span>{isCopied ? words.links.made : words.links.madeOnly}</span>
      <a href={shortUrl} target="_blank" rel="noreferrer">
        <bdi>{shortUrl}</bdi>
      </a>
      <CopyButton text={shortUrl} label={words.links.copy(shortUrl)} />
      {children}
    </p>
  )
}
