import { askPatiently } from '../api/ask-patiently.ts'
import { LIST, type ListFilter, type Row } from './queries.ts'

/** The most links of one request. */
const MOST_PER_REQUEST = 100

interface Reading {
  readonly signal: AbortSignal
  /** Called with the number of links that are loaded. */
  readonly onProgress: (loaded: number) => void
  /** Called with the instant until which is waited, and with undefined when the work goes on. */
  readonly onWait: (untilMs: number | undefined) => void
}

/** All links of a filter, in the order of the list; waits when the server limits requests. */
export async function allLinks(filter: ListFilter, { signal, onProgress, onWait }: Reading): Promise<readonly Row[]> {
  const links: Row[] = []
  for (;;) {
    const last = links.at(-1)
    const page = { ...filter, take: MOST_PER_REQUEST, ...(last ? { after: last.id } : {}) }
    const { shortlinkConnection } = await askPatiently(LIST, page, { signal, onWait })
    links.push(...shortlinkConnection.items)
    onProgress(links.length)
    if (shortlinkConnection.items.length < MOST_PER_REQUEST) return links
  }
}
