import { placeName } from '../../import/places.ts'
import type { Planned } from '../../import/plan-row.ts'
import type { Program } from '../../import/program.ts'
import type { FileRows } from '../../import/read/read-rows.ts'
import type { Report } from './report.ts'

/** Returns notes on data that the file lacks, and on how to get the rest. */
export function notesOn(
  { format, total }: FileRows,
  { name, unsaidInCsv, pages }: Program,
  { rows }: Report,
): string[] {
  const all = total()
  return [
    ...(all !== undefined && all > rows
      ? [`The file contains ${rows} of ${all} links${pages ? `: ${pages}` : ''}.`]
      : []),
    ...(format === 'CSV' && unsaidInCsv
      ? [
          `CSV files of ${name} omit ${unsaidInCsv}; links are imported without them. The JSON of the API includes them.`,
        ]
      : []),
  ]
}

/** Compares the domains of a file with the requested ones. */
interface DomainNotes {
  add(batch: readonly Planned[]): void
  /** Returns the requested domains without a link. */
  unmatched(): readonly string[]
  /** Some of the domains that were not requested. */
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

/** Returns hints for a file without links to import, or without links of a requested domain. */
export function hintsOn({ rows, created, present, bad }: Report, { unmatched, others }: DomainNotes): string[] {
  if (rows === 0) return ['The file has no rows to import.']
  const [name] = others
  const has = `the file has ${[...others].join(', ')}`
  if (created + present + bad === 0 && name !== undefined)
    return [`No link has a domain named with --domain; ${has}: try --domain ${name}`]
  return unmatched().map((domain) => `--domain ${domain} matches no link${name === undefined ? '' : `; ${has}`}`)
}
