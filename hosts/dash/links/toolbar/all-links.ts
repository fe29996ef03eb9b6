import { askPatiently, type LongWork } from '../../api/ask-patiently.ts'
import { LIST, type ListFilter, type Row } from '../queries.ts'

/** The most links of one request. */
const MOST_PER_REQUEST = 100

/** All links of a filter, in the order of the list; waits when the server limits requests. */
export async function allLinks(filter: ListFilter, { signal, onProgress, onWait }: LongWork): Promise<readonly Row[]> {
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
