import { importLinks, type User } from '@shortlink/core'
import { findOwnLink } from '../../app/imports/find-own-link.ts'
import type { Earlier } from '../../import/first-of-its-kind.ts'
import type { Refusing } from '../../import/losses.ts'
import { domainName } from '../../import/places.ts'
import type { Numbered } from '../../import/run/batches.ts'
import { type Decision, decideBatch, type ImportTools, type Problem } from '../../import/run/decide.ts'
import { type CommandContext, unwrap } from '../command.ts'
import type { BadLink } from './error-file.ts'
import { countIn, type Report } from './report.ts'

type Tools = Pick<CommandContext, 'app' | 'ports'>

/** The tools of an import into the account; without `applied` it rolls its work back. */
export const importTools = ({ app, ports }: Tools, caller: User, applied: boolean): ImportTools => ({
  create: (links) => unwrap(app.run(importLinks, caller, { links, dryRun: !applied })),
  find: findOwnLink(ports, caller.owner),
})

/** Imports the importable links of a batch, counts all links, and returns the bad ones in the order of their rows. */
export async function importBatch(
  tools: ImportTools,
  batch: readonly Numbered[],
  report: Report,
): Promise<readonly BadLink[]> {
  const bad = (await decideBatch(tools, batch)).flatMap((decision) => counted(report, decision) ?? [])
  report.bad += bad.length
  return bad
}

/** Counts a link, and returns it if it is bad. */
function counted(report: Report, decision: Decision): BadLink | undefined {
  if (decision.kind === 'problem')
    return badLink(decision.planned, countProblem(report, decision.planned, decision.problem))
  report[decision.kind]++
  if (decision.kind !== 'created') return undefined
  const { link, losses, isClosed } = decision.planned
  if (link.disabled) report.disabled++
  if (isClosed) report.closed++
  for (const loss of losses) countIn(report.lost, loss)
  return undefined
}

/** Counts a problem, and returns its text. */
function countProblem(report: Report, { source }: Numbered, problem: Problem): string {
  if (problem.kind === 'lost') {
    for (const loss of problem.by) {
      countIn(report.refused, loss)
      if (problem.isOpen) countIn(report.open, loss)
    }
    if (problem.by.includes('domain')) countIn(report.domains, domainName(source.domain ?? ''))
    const error = problem.by.map((loss) => reason(loss, source.domain)).join('; ')
    return problem.isOpen ? `${error}; it already exists as an active link` : error
  }
  if (problem.kind === 'open') {
    for (const closing of problem.by) countIn(report.open, closing)
    return `it already exists as an active link, but is expired or limited in the file (${problem.by.join(', ')})`
  }
  const [error, name] =
    problem.kind === 'twice' ? repetition(problem.earlier) : same(explained(source.slug, problem.text))
  countIn(report.errors, name)
  return problem.kind === 'fault' && problem.isOpen ? `${error}; it already exists as an active link` : error
}

const same = (text: string) => [text, text] as const

/** Returns the error for a link with the slug of another link of the file, and the text that the report counts it under. */
function repetition({ row, domain, isSameTarget }: Earlier): readonly [error: string, counted: string] {
  const twice = 'The file has this slug twice'
  const where = domain === null ? `row ${row}` : `row ${row} (${domainName(domain)})`
  return isSameTarget
    ? [`${twice}: ${where} has it, too`, twice]
    : [`${twice}: ${where} has it for another target`, `${twice}, for different targets`]
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

const badLink = ({ row, source: { slug, target } }: Numbered, error: string): BadLink => ({ row, slug, target, error })
