import { useWords } from '../../ui/words.tsx'
import styles from '../bones.module.css'
import chart from './chart.module.css'

const HEIGHTS = [38, 61, 45, 72, 54, 88, 67, 41, 58, 76, 49, 63]

/** Placeholder of the tiles and the chart. */
export function ChartBones() {
  const { words } = useWords()
  return (
    <div class={`card ${chart.chart}`} role="status">
      <span class="visually-hidden">{words.states.loading}</span>
      <div class={styles.tiles}>
        <span />
        <span />
        <span />
      </div>
      <div class={styles.chart}>
        {HEIGHTS.map((height) => (
          <span key={height} style={{ blockSize: `${height}%` }} />
        ))}
      </div>
    </div>
  )
}
