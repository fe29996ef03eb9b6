import { counted } from '../table/columns.ts'

/** Numbers by name. */
export type Counts = Record<string, number>

/** Maximum number of names with separate counts, since names come from a file. */
const MAX_NAMES = 200

export function countIn(counts: Counts, name: string) {
  const counted = name in counts || Object.keys(counts).length < MAX_NAMES ? name : 'others'
  counts[counted] = (counts[counted] ?? 0) + 1
}

/** The result of an import, or of a dry run. */
export interface Report {
  rows: number
  created: number
  present: number
  /** Number of created links that are disabled. */
  disabled: number
  /** Number of created links that are not enabled because their password cannot be imported. */
  closed: number
  bad: number
  /** Number of links of domains that were not requested. */
  skipped: number
  /** Refused links, by the settings that cannot be imported; a link may count for several. */
  readonly refused: Counts
  /** Refused links because of their domain, by domain. */
  readonly domains: Counts
  /** Bad links that already exist and are open, by the restriction in the file. */
  readonly open: Counts
  /** Links with other errors, by error. */
  readonly errors: Counts
  /** Imported links that lose settings, by setting. */
  readonly lost: Counts
  /** Notes on data that the file lacks, and on how to get the rest. */
  readonly notes: string[]
}

export const emptyReport = (): Report => ({
  rows: 0,
  created: 0,
  present: 0,
  disabled: 0,
  closed: 0,
  bad: 0,
  skipped: 0,
  refused: Object.create(null),
  domains: Object.create(null),
  open: Object.create(null),
  errors: Object.create(null),
  lost: Object.create(null),
  notes: [],
})

/** Returns the lines for people. */
export function linesOf(report: Report, applied: boolean): string[] {
  const { rows, created, present, disabled, closed, bad, skipped, refused, domains, open, errors, lost, notes } = report
  const states = [
    ...(disabled > 0 ? [`${disabled} as disabled`] : []),
    ...(closed > 0 ? [`${closed} as not enabled`] : []),
  ]
  const counts = [
    `${created} ${applied ? 'imported' : 'can be imported'}${states.length > 0 ? ` (${states.join(', ')})` : ''}`,
    `${present} already exist`,
    ...(skipped > 0 ? [`${skipped} of other domains`] : []),
    `${bad} invalid`,
  ]
  const links = created + present + skipped + bad
  // A row may have several links.
  const all = links === rows ? counted(rows, 'row') : `${counted(rows, 'row')} with ${counted(links, 'link')}`
  return [
    `${all}: ${counts.join(', ')}`,
    ...section('Refused because a field would be lost; --accept-loss <field> imports the links without it:', refused),
    ...section('Refused domains, which the account has not verified; --domain <domain>=<hostname> maps one:', domains),
    ...section(
      'Existing active links that are expired or limited in the file; "shortlink link disable <slug>" disables one:',
      open,
    ),
    ...(closed > 0 ? [closedLine(closed, applied)] : []),
    ...section('Bad:', errors),
    ...section(`Fields not imported:`, lost),
    ...notes,
  ]
}

const closedLine = (closed: number, applied: boolean) =>
  `${counted(closed, 'link')} ${applied ? 'imported' : 'to import'} as not enabled, because passwords are not imported; set a password, then enable the link. --accept-loss password imports such links as active.`

const MAX_LINES = 20

function section(title: string, counts: Counts): string[] {
  const entries = Object.entries(counts).sort(([, one], [, other]) => other - one)
  if (entries.length === 0) return []
  const digits = String(entries[0]?.[1]).length
  const lines = entries.slice(0, MAX_LINES).map(([name, count]) => `  ${String(count).padStart(digits)}  ${name}`)
  return [title, ...lines, ...(entries.length > MAX_LINES ? [`  and ${entries.length - MAX_LINES} more`] : [])]
}
