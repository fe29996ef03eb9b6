import { useQuery } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import { qrSvg } from '../../ui/browser/qr-svg.ts'
import { useDefaultLook } from '../../ui/codes/use-default-look.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { withoutScheme } from '../../ui/text/is-address.ts'
import { useWords } from '../../ui/words.tsx'
import type { Draft } from '../draft/draft.ts'
import { statusText } from '../draft/status-text.ts'
import { type Link, linkDomains } from '../queries.ts'
import { StatusChip } from '../status-chip.tsx'
import styles from './link-aside.module.css'
import { PreviewCard } from './preview-card.tsx'

interface LinkAsideProps {
  /** In its stored state; blank for a new link. */
  readonly link: Link
  readonly draft: Draft
}

/** The short URL, its QR code in the default style, and its card on social networks, as the draft makes them. */
export function LinkAside({ link, draft }: LinkAsideProps) {
  const { words, format } = useWords()
  const shortUrl = useShortUrl(link, draft)
  const look = useDefaultLook()
  const code = useMemo(() => `data:image/svg+xml,${encodeURIComponent(qrSvg(shortUrl, look))}`, [shortUrl, look])
  const isNew = link.id === ''
  return (
    <aside class={`card stack ${styles.aside}`} aria-label={words.edit.shown}>
      <div class="stack tight">
        <p class="cluster">
          <strong>
            <bdi>{withoutScheme(shortUrl)}</bdi>
          </strong>
          {!isNew && <CopyButton text={shortUrl} label={words.links.copy(shortUrl)} />}
        </p>
        {!isNew && (
          <>
            <p class="cluster small">
              {link.status !== 'ACTIVE' && <StatusChip status={link.status} />}
              <span>{statusText(link, words, format)}</span>
            </p>
            <p class="muted small">{words.edit.fixed}</p>
          </>
        )}
      </div>
      <img class={styles.code} src={code} alt={words.edit.codeOf(shortUrl)} />
      <PreviewCard draft={draft} shortUrl={shortUrl} />
    </aside>
  )
}

/** The URL of the link; of a new one, as it will be. */
function useShortUrl(link: Link, { slug, domainId }: Draft): string {
  const known = useQuery(linkDomains).data
  if (link.id !== '') return link.shortUrl
  const hostname = known?.domains.find(({ id }) => id === domainId)?.hostname
  const origin = hostname === undefined ? (known?.ownOrigin ?? location.origin) : `https://${hostname}`
  return `${origin}/${slug.trim() || '…'}`
}
