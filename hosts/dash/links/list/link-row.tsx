import { CopyButton } from '../../ui/copy.tsx'
import { withoutScheme } from '../../ui/text/is-address.ts'
import { useWords } from '../../ui/words.tsx'
import type { Row } from '../queries.ts'
import { DomainChip, StatusChip } from '../status-chip.tsx'
import { LinkLine } from './link-line.tsx'
import styles from './link-row.module.css'
import { RowMenu } from './row-menu.tsx'

/** The others are counted. */
const SHOWN_TAGS = 2

interface LinkRowProps {
  readonly link: Row
  readonly isSelected: boolean
  readonly onSelect: () => void
  readonly onArchive: () => void
  readonly onDelete: () => void
}

/** A link in the list. */
export function LinkRow({ link, isSelected, onSelect, onArchive, onDelete }: LinkRowProps) {
  const { words, format } = useWords()
  const name = withoutScheme(link.shortUrl)
  const page = `/dash/links/${link.id}`
  return (
    <div class={styles.row}>
      <input type="checkbox" aria-label={words.links.select(name)} checked={isSelected} onChange={onSelect} />
      <div class={styles.text}>
        <p class={styles.first}>
          <a class="one-line" href={page} data-main>
            <bdi>{name}</bdi>
          </a>
          <CopyButton text={link.shortUrl} label={words.links.copy(name)} />
          {link.status !== 'ACTIVE' && <StatusChip status={link.status} />}
          {link.hostname !== null && <DomainChip hostname={link.hostname} />}
          {link.tags.slice(0, SHOWN_TAGS).map((tag) => (
            <a key={tag} class={`chip ${styles.tag}`} href={`/dash?tag=${encodeURIComponent(tag)}`}>
              <bdi>{tag}</bdi>
            </a>
          ))}
          {link.tags.length > SHOWN_TAGS && (
            <span class={`muted small ${styles.tag}`} title={format.list(link.tags.slice(SHOWN_TAGS))}>
              +{link.tags.length - SHOWN_TAGS}
            </span>
          )}
        </p>
        <p class="one-line muted small" title={link.target}>
          {link.title && (
            <span class={styles.title}>
              <bdi>{link.title}</bdi>
            </span>
          )}
          <bdi>{withoutScheme(link.target)}</bdi>
        </p>
      </div>
      <a class={styles.visits} href={page} tabIndex={-1}>
        <LinkLine id={link.id} />
        <span class="number">{words.links.visits(link.hitCount, format.short(link.hitCount))}</span>
      </a>
      <RowMenu link={link} name={name} onArchive={onArchive} onDelete={onDelete} />
    </div>
  )
}
