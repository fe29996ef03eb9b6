import { useEffect, useState } from 'preact/hooks'
import { codeOf } from '../api/errors.ts'
import { queryClient } from '../api/query-client.ts'
import { useWords } from '../ui/words.tsx'
import styles from './offline-banner.module.css'

/** Says that the server cannot be reached and of when the shown numbers are, until a request succeeds. */
export function OfflineBanner() {
  const { words, format } = useWords()
  const since = useOfflineSince()
  if (since === undefined) return null
  return (
    <p class={styles.banner} role="status">
      {words.frame.offline(format.time(since))}
    </p>
  )
}

/** When the last request succeeded before requests began to fail; undefined while they succeed. */
function useOfflineSince(): Date | undefined {
  const [since, setSince] = useState<Date>()
  useEffect(() => {
    let lastSuccess = new Date()
    return queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated') return
      const { status, fetchStatus, error, fetchFailureReason } = query.state
      if (codeOf(fetchFailureReason ?? error ?? undefined) === 'OFFLINE') setSince((before) => before ?? lastSuccess)
      else if (status === 'success' && fetchStatus === 'idle') {
        lastSuccess = new Date()
        setSince(undefined)
      }
    })
  }, [])
  return since
}
