import { Flag, Pencil, Trash2 } from 'lucide'
import { useDayName } from '../../ui/hooks/use-day-name.ts'
import { useMedia } from '../../ui/hooks/use-media.ts'
import { useIsOffline } from '../../ui/hooks/use-offline.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useWords } from '../../ui/words.tsx'
import styles from './markers.module.css'
import { centerOf, groupsOf, type Mark } from './marks.ts'
import type { Annotation } from './queries.ts'

/** Buttons that fit above all bars side by side. */
const MOST_WIDE = 20
const MOST_NARROW = 7

export interface MarkerActions {
  readonly onEdit: (annotation: Annotation) => void
  readonly onDelete: (annotation: Annotation) => void
}

interface MarkersProps extends MarkerActions {
  readonly marks: readonly Mark[]
  /** The number of bars. */
  readonly bars: number
  /** Whether the chart is of one link, so that annotations of the account are of less weight. */
  readonly isOfLink: boolean
}

/** A flag above each bar with annotations; bars that are close together share the flag of the first. It opens the annotations. */
export function Markers({ marks, bars, isOfLink, ...actions }: MarkersProps) {
  const { words } = useWords()
  const isWide = useMedia('(min-width: 64rem)')
  if (marks.length === 0) return null
  return (
    <ul class={`no-print ${styles.markers}`} aria-label={words.annotations.title}>
      {groupsOf(marks, bars, isWide ? MOST_WIDE : MOST_NARROW).map((group) => {
        const first = group[0]?.bar ?? 0
        const annotations = group.flatMap((mark) => mark.annotations)
        return (
          <li key={first} style={{ left: `${centerOf(first, bars) * 100}%` }}>
            <Marker annotations={annotations} isOfLink={isOfLink} {...actions} />
          </li>
        )
      })}
    </ul>
  )
}

interface MarkerProps extends MarkerActions {
  readonly annotations: readonly Annotation[]
  readonly isOfLink: boolean
}

function Marker({ annotations, isOfLink, onEdit, onDelete }: MarkerProps) {
  const { words } = useWords()
  const isOffline = useIsOffline()
  const nameOf = useDayName()
  const isWeak = isOfLink && areOfAccount(annotations)
  const name = annotations.map(({ date, text }) => `${nameOf(date)}: ${text}`).join('; ')
  return (
    <Menu
      label={words.annotations.title}
      icon={Flag}
      trigger={
        <span class={styles.flag} data-weak={isWeak ? '' : undefined} data-tooltip={name}>
          <Icon of={Flag} size={14} />
          {annotations.length > 1 && <span aria-hidden="true">{annotations.length}</span>}
          <span class="visually-hidden">{words.annotations.named(annotations.length, name)}</span>
        </span>
      }
    >
      {annotations.map((annotation) => (
        <div key={annotation.id} class={styles.annotation}>
          <p>
            <span class="small muted">
              {nameOf(annotation.date)}
              {isOfLink && annotation.linkId === null && ` · ${words.annotations.ofAll}`}
            </span>
            <bdi>{annotation.text}</bdi>
          </p>
          <button
            type="button"
            class="button plain"
            disabled={isOffline}
            aria-label={words.annotations.editNamed(annotation.text)}
            data-tooltip={words.annotations.edit}
            onClick={() => onEdit(annotation)}
          >
            <Icon of={Pencil} size={16} />
          </button>
          <button
            type="button"
            class="button plain"
            disabled={isOffline}
            aria-label={words.annotations.deleteNamed(annotation.text)}
            data-tooltip={words.annotations.delete}
            onClick={() => onDelete(annotation)}
          >
            <Icon of={Trash2} size={16} />
          </button>
        </div>
      ))}
    </Menu>
  )
}

const areOfAccount = (annotations: readonly Annotation[]) => annotations.every(({ linkId }) => linkId === null)

type MarkLinesProps = Pick<MarkersProps, 'marks' | 'bars' | 'isOfLink'>

/** A line from the top of the chart to each bar with annotations. */
export const MarkLines = ({ marks, bars, isOfLink }: MarkLinesProps) => (
  <>
    {marks.map(({ bar, annotations }) => (
      <span
        key={bar}
        class={styles.line}
        data-weak={isOfLink && areOfAccount(annotations) ? '' : undefined}
        style={{ left: `${centerOf(bar, bars) * 100}%` }}
      />
    ))}
  </>
)
