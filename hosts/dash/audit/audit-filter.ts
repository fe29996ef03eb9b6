/** The parameters of the page's URL. The days include both ends. */
export const FILTERS = ['actor', 'action', 'record', 'from', 'to'] as const
export type FilterName = (typeof FILTERS)[number]

/** Arguments of the query for the log. */
export interface AuditFilter {
  readonly actor?: string
  readonly action?: string
  readonly targetId?: string
  readonly from?: string
  readonly to?: string
}

/** The parameters in a URL of this page. */
export const queryOf = (url: string) => new URLSearchParams(url.split('?')[1])

/** The filter in a URL; omits invalid days. */
export function filterOf(query: URLSearchParams): AuditFilter {
  const { actor, action, record } = Object.fromEntries(query)
  const from = midnight(query.get('from'))
  const to = midnight(query.get('to'), 1)
  return {
    ...(actor ? { actor } : {}),
    ...(action ? { action } : {}),
    ...(record ? { targetId: record } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
}

/** The URL of the page with another value of one filter; omits an empty one. */
export function addressWith(query: URLSearchParams, name: FilterName, value: string): string {
  const parameters = new URLSearchParams(query)
  parameters.delete(name)
  if (value !== '') parameters.set(name, value)
  return parameters.size === 0 ? AUDIT_PATH : `${AUDIT_PATH}?${parameters}`
}

export const AUDIT_PATH = '/dash/settings/audit'

/** The start of a day such as 2026-01-31, or of a day after it, in the viewer's time zone. */
function midnight(day: string | null, daysLater = 0): string | undefined {
  if (day === null || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const at = new Date(`${day}T00:00:00`)
  at.setDate(at.getDate() + daysLater)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
