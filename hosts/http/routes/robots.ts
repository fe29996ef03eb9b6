import { conditionalResponse } from '../response/conditional.ts'
import { byMethod, type RouteTable } from '../route-table.ts'
import { robotsText } from './robots-text.ts'

/** `/robots.txt` by the setting `ROBOTS`: a word, or the path of a file, which is read at the start. */
export function robots(setting: string): RouteTable {
  const body = robotsText(setting)
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' }
  return { '/robots.txt': byMethod({ GET: (request) => conditionalResponse(request, body, headers) }) }
}
