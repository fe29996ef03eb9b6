import { useEffect, useRef, useState } from 'preact/hooks'
import { toast } from '../ui/toast.tsx'
import { allLinks } from './all-links.ts'
import type { ListFilter, Row } from './queries.ts'

/** Loads all links of a filter for what needs all of them; says how many are loaded and until when the server asked to wait, and can be stopped. */
export function useAllLinks(filter: ListFilter) {
  const [loaded, setLoaded] = useState<number>()
  const [waitUntilMs, setWaitUntilMs] = useState<number>()
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])
  const load = async (use: (links: readonly Row[]) => void) => {
    const controller = new AbortController()
    stopping.current = controller
    setLoaded(0)
    try {
      use(await allLinks(filter, { signal: controller.signal, onProgress: setLoaded, onWait: setWaitUntilMs }))
    } catch (error) {
      if (!controller.signal.aborted) toast(error instanceof Error ? error.message : String(error))
    }
    setLoaded(undefined)
    setWaitUntilMs(undefined)
  }
  return { load, loaded, waitUntilMs, stop: () => stopping.current?.abort() }
}
