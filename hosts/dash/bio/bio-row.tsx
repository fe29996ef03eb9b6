import { ExternalLink, Trash2 } from 'lucide'
import { bioAddress } from '../../http/pages/bio-page.ts'
import { CopyButton } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './bio-row.module.css'
import { themeOf } from './draft.ts'
import type { BioPage } from './queries.ts'
import { Swatch } from './theme-choice.tsx'

interface BioRowProps {
  readonly page: BioPage
  readonly baseUrl: string
  readonly onDelete: () => void
}

/** A bio page in the list. */
export function BioRow({ page, baseUrl, onDelete }: BioRowProps) {
  const { words, format } = useWords()
  const url = bioAddress(baseUrl, page.slug)
  const address = url.replace(/^https?:\/\//, '')
  const theme = themeOf(page.theme)
  return (
    <li class={styles.row}>
      <Swatch theme={theme} />
      <div>
        <p class="one-line">
          <a class={styles.title} href={`/dash/bio/${page.id}`}>
            <bdi>{page.title?.trim() || page.slug}</bdi>
          </a>
        </p>
        <p class="one-line muted small">{address}</p>
        <p class="muted small">
          {words.bio.linkCount(page.links.length)} · {words.bio.views(page.views ?? 0, format.number(page.views ?? 0))}{' '}
          · {words.bio.themes[theme]}
        </p>
      </div>
      <span class={styles.buttons}>
        <CopyButton text={url} label={words.links.copy(address)} />
        <a
          class="button plain"
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={words.bio.open(address)}
          title={words.bio.open(address)}
        >
          <Icon of={ExternalLink} />
        </a>
        <button
          type="button"
          class="button plain"
          aria-label={words.bio.deletePage(address)}
          title={words.bio.deletePage(address)}
          onClick={onDelete}
        >
          <Icon of={Trash2} />
        </button>
      </span>
    </li>
  )
}
