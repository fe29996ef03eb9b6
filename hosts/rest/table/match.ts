import type { Row } from './row.ts'

export interface Match {
  readonly row: Row
  /** The values of the path's parameters, in order. */
  readonly values: readonly string[]
}

export interface NoMatch {
  readonly status: 404 | 405
  /** The methods that the path has. */
  readonly allow?: string
}

/** Returns a function that finds the operation of a method and a path. Literal segments take precedence over parameters. */
export function createMatcher(rows: readonly Row[]): (method: string, path: string) => Match | NoMatch {
  const paths = [...Map.groupBy(rows, ({ path }) => path)]
    .map(([path, rows]) => ({ segments: path.slice(1).split('/'), rows }))
    .toSorted((a, b) => parametersIn(a.segments) - parametersIn(b.segments))
  return (method, path) => {
    // A write to `/me/sessions/`, with an empty id, must not reach `/me/sessions`.
    const isRead = method === 'GET' || method === 'HEAD'
    const given = (isRead ? path.replace(/\/$/, '') : path).slice(1).split('/')
    const found = paths.find(({ segments }) => segments.length === given.length && segments.every(fits(given)))
    const values = found && decoded(given.filter((_, at) => isParameter(found.segments[at] ?? '')))
    if (found === undefined || values === undefined) return { status: 404 }
    const asked = method === 'HEAD' ? 'GET' : method
    const row = found.rows.find((row) => row.method === asked)
    return row ? { row, values } : { status: 405, allow: allowed(found.rows) }
  }
}

const isParameter = (segment: string) => segment.startsWith('{')
const parametersIn = (segments: readonly string[]) => segments.filter(isParameter).length
const fits = (given: readonly string[]) => (segment: string, at: number) =>
  isParameter(segment) ? given[at] !== '' : segment === given[at]

const allowed = (rows: readonly Row[]) =>
  rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')

/** The segments without escapes; undefined if one is malformed. */
function decoded(segments: readonly string[]): readonly string[] | undefined {
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return undefined
  }
}
