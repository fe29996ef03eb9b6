import { useIsFetching } from '@tanstack/preact-query'
import styles from './progress-line.module.css'

/** A line at the top of the window while a page or its first data loads. It appears after 150 ms, so that quick responses do not flash. */
export function ProgressLine({ isLoading }: { readonly isLoading: boolean }) {
  const first = useIsFetching({ predicate: ({ state }) => state.data === undefined })
  if (!isLoading && first === 0) return null
  return <div class={styles.line} data-progress aria-hidden="true" />
}
