import { EXPORT_COLUMNS, EXPORT_FORMATS, type ExportedLink } from '../../import/exported.ts'
import { askPatiently } from '../api/ask-patiently.ts'
import { allPages } from './all-pages.ts'
import { COUNT, EXPORT_PAGE, type WholeLink } from './queries.ts'

/** A format of an export, with its kind of file. */
export const EXPORT_TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const
export type ExportType = keyof typeof EXPORT_TYPES

/** Numbers of links: done, and in all. */
export interface Progress {
  readonly done: number
  readonly total: number
}

/**
 * A file of all links of the account, newest first. The browser stores the data read so far as a file, so the page holds only one page of
 * links.
 */
export async function exportLinks(
  format: ExportType,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Blob> {
  const { head, line, tail } = EXPORT_FORMATS[format]
  const { totalCount } = (await askPatiently(COUNT, {}, { signal })).shortlinkConnection
  let file = new Blob([head])
  let done = 0
  onProgress({ done, total: totalCount })
  for await (const links of allPages(EXPORT_PAGE, signal)) {
    const first = done === 0
    file = new Blob([file, ...links.map((link, index) => line(toExported(link), first && index === 0))])
    done += links.length
    onProgress({ done, total: Math.max(done, totalCount) })
  }
  return new Blob([file, tail], { type: EXPORT_TYPES[format] })
}

/** A link of the API under the names of the export's columns. */
export function toExported({ shortlink, status, ...link }: WholeLink): ExportedLink {
  const named = { ...link, slug: shortlink, disabled: status === 'BLOCKED' }
  // In column order, which JSON keeps.
  return Object.fromEntries(EXPORT_COLUMNS.map((name) => [name, named[name]])) as ExportedLink
}
