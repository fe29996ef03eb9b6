import { QrCode } from 'lucide'
import { CopyButton } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { withoutScheme } from '../../ui/text/is-address.ts'
import { useWords } from '../../ui/words.tsx'
import type { LinkChange, Row } from '../queries.ts'
import { DomainChip, StatusChip } from '../status-chip.tsx'
import { LetterTile } from './letter-tile.tsx'
import { LinkLine } from './link-line.tsx'
import { LinkMarks } from './link-marks.tsx'
import styles from './link-row.module.css'
import { RowMenu } from './row-menu.tsx'

/** The others are counted. */
const SHOWN_TAGS = 2

interface LinkRowProps {
  readonly link: Row
  readonly isSelected: boolean
  readonly onSelect: () => void
  readonly onChange: (change: Omit<LinkChange, 'id'>) => void
  readonly onTags: () => void
  readonly onDelete: () => void
}

/** A link in the list. A click anywhere except on a control opens it. */
export function LinkRow({ link, isSelected, onSelect, onChange, onTags, onDelete }: LinkRowProps) {
  const { words, format } = useWords()
  const name = withoutScheme(link.shortUrl)
  const slugAt = name.lastIndexOf('/') + 1
  const page = `/dash/links/${link.id}`
  return (
    <div class={styles.row}>
      <input type="checkbox" aria-label={words.links.select(name)} checked={isSelected} onChange={onSelect} />
      <LetterTile target={link.target} />
      <div class={styles.text}>
        <p class={styles.first}>
          <a class={`one-line ${styles.main}`} href={page} aria-label={name} data-main>
            <bdi>
              <span class={`one-line ${styles.host}`}>{name.slice(0, slugAt)}</span>
              <strong class="one-line">{name.slice(slugAt)}</strong>
            </bdi>
          </a>
          <LinkMarks link={link} />
          {link.status !== 'ACTIVE' && <StatusChip status={link.status} />}
          {link.hostname !== null && <DomainChip hostname={link.hostname} />}
          <CopyButton text={link.shortUrl} label={words.links.copy(name)} />
          <a
            class="button plain"
            href={`${page}/qr`}
            aria-label={words.links.qrOf(name)}
            data-tooltip={words.links.toQr}
          >
            <Icon of={QrCode} size={16} />
          </a>
        </p>
        <p class={`one-line muted small ${styles.second}`}>
          {link.title && (
            <>
              <bdi class={styles.title}>{link.title}</bdi> ·{' '}
            </>
          )}
          <bdi>{withoutScheme(link.target)}</bdi>
        </p>
      </div>
      <div class={styles.tags}>
        {link.tags.slice(0, SHOWN_TAGS).map((tag) => (
          <a key={tag} class="chip" href={`/dash?tag=${encodeURIComponent(tag)}`}>
            <bdi class="one-line">{tag}</bdi>
          </a>
        ))}
        {link.tags.length > SHOWN_TAGS && (
          <span class="muted small" title={format.list(link.tags.slice(SHOWN_TAGS))}>
            +{link.tags.length - SHOWN_TAGS}
          </span>
        )}
      </div>
      <LinkLine id={link.id} />
      <time
        class={`muted small number ${styles.age}`}
        dateTime={link.createdAt}
        title={format.dateTime(link.createdAt)}
      >
        {format.age(link.createdAt)}
      </time>
      <RowMenu link={link} name={name} onChange={onChange} onTags={onTags} onDelete={onDelete} />
    </div>
  )
}
