import { importLinks, type User } from '@shortlink/core'
import type { Earlier, firstOfItsKind } from '../../import/first-of-its-kind.ts'
import type { Refusing } from '../../import/losses.ts'
import { domainName } from '../../import/places.ts'
import type { Planned } from '../../import/plan-row.ts'
import { type CommandContext, unwrap } from '../command.ts'
import type { BadLink } from './error-file.ts'
import { isOpenHere, opennessHere } from './openness.ts'
import { countIn, type Report } from './report.ts'

export type Numbered<T extends Planned = Planned> = T & { readonly row: number }
type NumberedLink = Numbered<Extract<Planned, { readonly kind: 'link' }>>
type NumberedRefusal = Numbered<Extract<Planned, { readonly kind: 'refused' }>>

type Tools = Pick<CommandContext, 'app' | 'ports'>

/** State that the batches of an import share. */
interface Progress {
  readonly report: Report
  readonly applied: boolean
  readonly earlierOf: ReturnType<typeof firstOfItsKind>
}

/** Imports the importable links of a batch, counts all links, and returns the bad ones in the order of their rows. */
export async function importBatch(
  tools: Tools,
  caller: User,
  batch: readonly Numbered[],
  { report, applied, earlierOf }: Progress,
): Promise<readonly BadLink[]> {
  const bad: BadLink[] = []
  const fresh: NumberedLink[] = []
  const fail = (planned: Numbered, error: string, counted = error) => {
    countIn(report.errors, counted)
    bad.push(badLink(planned, error))
  }
  for (const planned of batch) {
    if (planned.kind === 'skipped') report.skipped++
    else if (planned.kind === 'refused') {
      // A later row must not use its slug, either.
      const isFirst =
        planned.hostname !== undefined && earlierOf(planned.hostname, planned.source, planned.row) === undefined
      const isOpen = isFirst && (await isOpenHere(tools, caller, planned.hostname, planned.source))
      bad.push(refuse(report, planned, isOpen))
    } else {
      const earlier = earlierOf(planned.link.hostname, planned.source, planned.row)
      if (earlier === undefined) fresh.push(planned)
      else fail(planned, ...repetition(earlier))
    }
  }
  const links = fresh.map(({ link }) => link)
  for (const { index, value, error } of await unwrap(tools.app.run(importLinks, caller, { links, dryRun: !applied }))) {
    const planned = fresh[index] as NumberedLink
    const open = value === 'present' ? await opennessHere(tools, caller, planned) : []
    if (value === null) fail(planned, explained(planned.source.slug, error ?? ''))
    else if (open.length > 0) {
      for (const closing of open) countIn(report.open, closing)
      bad.push(
        badLink(
          planned,
          `it already exists as an active link, but is expired or limited in the file (${open.join(', ')})`,
        ),
      )
    } else {
      report[value]++
      if (value === 'created') countCreated(report, planned)
    }
  }
  report.bad += bad.length
  return bad.sort((one, other) => one.row - other.row)
}

/** Returns the error for a link with the slug of another link of the file, and the text that the report counts it under. */
function repetition({ row, domain, isSameTarget }: Earlier): [error: string, counted: string] {
  const twice = 'The file has this slug twice'
  const where = domain === null ? `row ${row}` : `row ${row} (${domainName(domain)})`
  return isSameTarget
    ? [`${twice}: ${where} has it, too`, twice]
    : [`${twice}: ${where} has it for another target`, `${twice}, for different targets`]
}

function refuse(report: Report, planned: NumberedRefusal, isOpen: boolean): BadLink {
  const { by, source, fault } = planned
  const error = fault ?? by.map((loss) => reason(loss, source.domain)).join('; ')
  if (by.length === 0) countIn(report.errors, error)
  for (const loss of by) {
    countIn(report.refused, loss)
    if (isOpen) countIn(report.open, loss)
  }
  if (by.includes('domain')) countIn(report.domains, domainName(source.domain ?? ''))
  return badLink(planned, isOpen ? `${error}; it already exists as an active link` : error)
}

const LOST_WORDS: Readonly<Record<Refusing, string>> = {
  password: 'its password',
  expiry: 'its end',
  start: 'its start',
  'visit-limit': 'its visit limit',
  archived: 'its archived or deleted state',
  rules: 'its redirect rules',
  domain: 'its domain',
}

function reason(loss: Refusing, domain: string | null): string {
  if (loss !== 'domain' || domain === null) return `${LOST_WORDS[loss]} cannot be kept (--accept-loss ${loss})`
  const name = domainName(domain)
  return `${name} is not a verified domain of the account (--domain ${name}=<hostname> maps it)`
}

/** Adds a reason to the error for a slug with a path before it. The whole slug is refused, so that no other link gets its last part. */
const explained = (slug: unknown, error: string) =>
  typeof slug === 'string' && slug.includes('/') && error.startsWith('slug may contain only')
    ? `${error}; it has a path in front`
    : error

function countCreated(report: Report, { link, losses, isClosed }: NumberedLink) {
  if (link.disabled) report.disabled++
  if (isClosed) report.closed++
  for (const loss of losses) countIn(report.lost, loss)
}

const badLink = ({ row, source: { slug, target } }: Numbered, error: string): BadLink => ({ row, slug, target, error })
