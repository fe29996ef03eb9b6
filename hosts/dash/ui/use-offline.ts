import { useEffect, useState } from 'preact/hooks'
import { lastAnswerBeforeOffline, onConnection } from '../api/connection.ts'

/** When the server last answered, while it does not; undefined while it answers. */
export function useOfflineSince(): Date | undefined {
  const [since, setSince] = useState(lastAnswerBeforeOffline)
  useEffect(() => {
    const read = () => setSince(lastAnswerBeforeOffline())
    read()
    return onConnection(read)
  }, [])
  return since
}

/** Whether the server does not answer, so that nothing can be changed. */
export const useIsOffline = () => useOfflineSince() !== undefined
