import { useEffect, useState } from 'preact/hooks'
import { lastAnswerBeforeOffline, onConnection } from '../../api/connection.ts'

/** Time of the server's last response while it does not respond; otherwise undefined. */
export function useOfflineSince(): Date | undefined {
  const [since, setSince] = useState(lastAnswerBeforeOffline)
  useEffect(() => {
    const read = () => setSince(lastAnswerBeforeOffline())
    read()
    return onConnection(read)
  }, [])
  return since
}

/** Whether the server does not respond, so that nothing can be changed. */
export const useIsOffline = () => useOfflineSince() !== undefined
