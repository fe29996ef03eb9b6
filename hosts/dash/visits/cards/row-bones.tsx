import { useWords } from '../../ui/words.tsx'
import styles from '../bones.module.css'

const WIDTHS = [92, 74, 61, 55, 42, 33, 27, 21]

/** Placeholder rows of a card. */
export function RowBones() {
  const { words } = useWords()
  return (
    <div class={styles.rows} role="status">
      <span class="visually-hidden">{words.states.loading}</span>
      {WIDTHS.map((width) => (
        <span key={width} style={{ inlineSize: `${width}%` }} />
      ))}
    </div>
  )
}
