import { useWords } from '../../ui/words.tsx'
import styles from './link-list.module.css'

const ROWS = 9

/** Gray rows in place of a list that is loading. Drawn after 150 ms, so that quick responses do not flash. */
export function RowBones() {
  const { words } = useWords()
  return (
    <div class={`${styles.list} ${styles.bones}`} role="status">
      <span class="visually-hidden">{words.states.loading}</span>
      {Array.from({ length: ROWS }, (_, at) => (
        <div key={at} class={styles.boneRow}>
          <span class={styles.boneTile} />
          <span class={styles.boneText} />
          <span class={styles.boneNumber} />
        </div>
      ))}
    </div>
  )
}
