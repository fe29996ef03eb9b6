import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide'
import { useId } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../ui/words.tsx'
import { type LinkDraft, nameOf } from '../draft.ts'
import styles from './links-part.module.css'

const MAX_LABEL_LENGTH = 200

interface LinkItemProps {
  readonly link: LinkDraft
  /** Position in the list, from 1. */
  readonly place: number
  readonly isLast: boolean
  /** Validation error of the URL. */
  readonly fault: string | undefined
  readonly onInput: (part: Partial<LinkDraft>) => void
  readonly onDragStart: (event: DragEvent) => void
  readonly onDragEnd: () => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

/** A link in the list of the editor: its label and URL. Its handle is for the pointer; the buttons also move it. */
export function LinkItem({ link, place, isLast, fault, onInput, ...on }: LinkItemProps) {
  const { words } = useWords()
  const id = useId()
  const isFirst = place === 1
  const name = nameOf(link) || words.bio.linkAt(place)
  return (
    <div class={styles.link}>
      <span
        class={styles.handle}
        title={words.bio.drag}
        aria-hidden="true"
        draggable={!(isFirst && isLast)}
        onDragStart={on.onDragStart}
        onDragEnd={on.onDragEnd}
      >
        <Icon of={GripVertical} />
      </span>
      <div class={styles.fields}>
        <input
          class={styles.label}
          aria-label={words.bio.labelAt(place)}
          placeholder={words.bio.label}
          autocomplete="off"
          maxLength={MAX_LABEL_LENGTH}
          value={link.label}
          onInput={(event) => onInput({ label: event.currentTarget.value })}
        />
        <input
          data-url
          aria-label={words.bio.addressAt(place)}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-fault`}
          placeholder="https://example.com/"
          inputMode="url"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={link.url}
          onInput={(event) => onInput({ url: event.currentTarget.value })}
        />
        <p id={`${id}-fault`} class="wrong small" role="alert" hidden={fault === undefined}>
          {fault}
        </p>
      </div>
      <span class={styles.buttons}>
        <button
          type="button"
          class="button plain"
          data-move="-1"
          aria-label={words.bio.up(name)}
          disabled={isFirst}
          onClick={() => on.onMove(-1)}
        >
          <Icon of={ArrowUp} />
        </button>
        <button
          type="button"
          class="button plain"
          data-move="1"
          aria-label={words.bio.down(name)}
          disabled={isLast}
          onClick={() => on.onMove(1)}
        >
          <Icon of={ArrowDown} />
        </button>
        <button type="button" class="button plain" aria-label={words.bio.removeLink(name)} onClick={on.onRemove}>
          <Icon of={Trash2} />
        </button>
      </span>
    </div>
  )
}
