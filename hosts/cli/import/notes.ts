import { placeName } from '../../import/places.ts'
import type { Planned } from '../../import/plan-row.ts'
import type { Program } from '../../import/program.ts'
import type { FileRows } from '../../import/read/read-rows.ts'
import type { Report } from './report.ts'

/** What the file does not say, and how to get the rest. */
export function notesOn(
  { format, total }: FileRows,
  { name, unsaidInCsv, pages }: Program,
  { rows }: Report,
): string[] {
  const all = total()
  return [
    ...(all !== undefined && all > rows ? [`The file holds ${rows} of ${all} links${pages ? `: ${pages}` : ''}.`] : []),
    ...(format === 'CSV' && unsaidInCsv
      ? [`CSV of ${name} leaves out ${unsaidInCsv}: links that have one come open. The JSON of its API has it.`]
      : []),
  ]
}

/** The domains of a file against those that were asked for. */
interface DomainNotes {
  add(batch: readonly Planned[]): void
  /** Those that were asked for and that no link is of. */
  unmatched(): readonly string[]
  /** Some of those that were not asked for. */
  readonly others: ReadonlySet<string>
}

const MAX_OTHERS = 10

export function domainNotes(asked: readonly string[]): DomainNotes {
  const [found, others] = [new Set<string>(), new Set<string>()]
  return {
    add(batch) {
      for (const { source } of batch) {
        const name = placeName(source.domain)
        if (asked.includes(name)) found.add(name)
        else if (others.size < MAX_OTHERS) others.add(name)
      }
    },
    unmatched: () => asked.filter((name) => !found.has(name)),
    others,
  }
}

/** What to do when there was nothing to import, or nothing of a domain that was asked for. */
export function hintsOn({ rows, created, present, bad }: Report, { unmatched, others }: DomainNotes): string[] {
  if (rows === 0) return ['The file has no rows, so there is nothing to import.']
  const [name] = others
  const has = `the file has ${[...others].join(', ')}`
  if (created + present + bad === 0 && name !== undefined)
    return [`No link is of a domain that --domain names; ${has}: try --domain ${name}`]
  return unmatched().map((domain) => `--domain ${domain} matches no link${name === undefined ? '' : `; ${has}`}`)
}
