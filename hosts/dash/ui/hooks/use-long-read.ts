import { useEffect, useRef, useState } from 'preact/hooks'
import type { LongWork } from '../../api/ask-patiently.ts'
import { toast } from '../toast.tsx'

/**
 * State of a read with many requests: the number of loaded items while it runs, the wait that the server requested, and a function that
 * stops it.
 */
export function useLongRead() {
  const [loaded, setLoaded] = useState<number>()
  const [waitUntilMs, setWaitUntilMs] = useState<number>()
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])
  const run = async (read: (work: LongWork) => Promise<void>) => {
    const controller = new AbortController()
    stopping.current = controller
    setLoaded(0)
    try {
      await read({ signal: controller.signal, onProgress: setLoaded, onWait: setWaitUntilMs })
    } catch (error) {
      if (!controller.signal.aborted) toast(error instanceof Error ? error.message : String(error))
    }
    setLoaded(undefined)
    setWaitUntilMs(undefined)
  }
  return { run, loaded, waitUntilMs, stop: () => stopping.current?.abort() }
}
