import { ArrowDown, ArrowUp, GripVertical, Pencil, Trash2 } from 'lucide'
import { useIsOffline } from '../../ui/hooks/use-offline.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../ui/words.tsx'
import { nameOf } from '../draft.ts'
import type { BioLink } from '../queries.ts'
import styles from './links-part.module.css'

interface LinkItemProps {
  readonly link: BioLink
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onDragStart: (event: DragEvent) => void
  readonly onDragEnd: () => void
  readonly onMove: (by: -1 | 1) => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** A link in the list of the editor. Its handle is for the pointer; the buttons also move it. */
export function LinkItem({ link, isFirst, isLast, ...on }: LinkItemProps) {
  const { words } = useWords()
  const name = nameOf(link)
  const isOffline = useIsOffline()
  const isDraggable = !(isFirst && isLast) && !isOffline
  return (
    <div class={styles.link}>
      <span
        class={styles.handle}
        title={words.bio.drag}
        aria-hidden="true"
        draggable={isDraggable}
        onDragStart={on.onDragStart}
        onDragEnd={on.onDragEnd}
      >
        <Icon of={GripVertical} />
      </span>
      <div class={styles.text}>
        <p class="one-line">
          <bdi>{name}</bdi>
        </p>
        {name !== link.url && (
          <p class="one-line muted small">
            <bdi>{link.url}</bdi>
          </p>
        )}
      </div>
      <span class={styles.buttons}>
        <button
          type="button"
          class="button plain"
          data-move="-1"
          aria-label={words.bio.up(name)}
          disabled={isFirst || isOffline}
          onClick={() => on.onMove(-1)}
        >
          <Icon of={ArrowUp} />
        </button>
        <button
          type="button"
          class="button plain"
          data-move="1"
          aria-label={words.bio.down(name)}
          disabled={isLast || isOffline}
          onClick={() => on.onMove(1)}
        >
          <Icon of={ArrowDown} />
        </button>
        <button type="button" class="button plain" data-edit aria-label={words.bio.editLink(name)} onClick={on.onEdit}>
          <Icon of={Pencil} />
        </button>
        <button type="button" class="button plain" aria-label={words.bio.removeLink(name)} onClick={on.onRemove}>
          <Icon of={Trash2} />
        </button>
      </span>
    </div>
  )
}
