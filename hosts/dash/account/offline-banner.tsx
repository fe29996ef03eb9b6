import { useQueryClient } from '@tanstack/preact-query'
import { useEffect } from 'preact/hooks'
import { useOfflineSince } from '../ui/hooks/use-offline.ts'
import { useWords } from '../ui/words.tsx'
import styles from './offline-banner.module.css'
import { service } from './queries.ts'

const TRY_EVERY_MS = 3_000

/**
 * Banner for an unreachable server, with the age of the shown data. Retries automatically, and reloads the data when the server responds
 * again.
 */
export function OfflineBanner() {
  const { words, format } = useWords()
  const client = useQueryClient()
  const since = useOfflineSince()
  useEffect(() => {
    if (since === undefined) return
    const tryAgain = () => void client.fetchQuery({ ...service, staleTime: 0, retry: false }).catch(() => undefined)
    const timer = setInterval(tryAgain, TRY_EVERY_MS)
    addEventListener('online', tryAgain)
    return () => {
      clearInterval(timer)
      removeEventListener('online', tryAgain)
      void client.invalidateQueries()
    }
  }, [since, client])
  if (since === undefined) return null
  return (
    <p class={styles.banner} role="status">
      {words.frame.offline(format.time(since))}
    </p>
  )
}
