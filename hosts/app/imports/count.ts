import type { ImportProblem, ImportReport } from '@shortlink/core'
import type { Decision, NumberedLink, Problem } from '../../import/run/decide.ts'
import { countIn, countsOf, type PlannedBatch } from './planned-file.ts'

/** Problems in a report. */
const MAX_PROBLEMS = 500
const MAX_SAMPLES = 5
/** Longer texts of a file are cut in a report. */
const MAX_SHOWN = 300

/** Adds the decisions on a batch to a report. */
export function withBatch(
  report: ImportReport,
  { rows, domains, refused, isCsv, total }: PlannedBatch,
  characters: number,
  decisions: readonly Decision[],
): ImportReport {
  const created = decisions.flatMap((decision) => (decision.kind === 'created' ? decision.planned : []))
  const problems = decisions.flatMap((decision) => (decision.kind === 'problem' ? toProblem(decision) : []))
  const lost = new Map(report.lost.map(({ name, links }) => [name, links]))
  for (const loss of created.flatMap(({ losses }) => losses)) countIn(lost, shown(loss))
  return {
    ...{ rows, characters, domains, refused, isCsv, total, planned: report.planned },
    created: report.created + created.length,
    present: report.present + decisions.filter(({ kind }) => kind === 'present').length,
    skipped: report.skipped + problems.length,
    closed: report.closed + created.filter(({ link }) => link.enabled === false || link.disabled === true).length,
    limited: report.limited + created.filter(isLimited).length,
    lost: countsOf(lost),
    samples: [...report.samples, ...created.slice(0, MAX_SAMPLES - report.samples.length).map(toSample)],
    problems: [...report.problems, ...problems.slice(0, MAX_PROBLEMS - report.problems.length)],
  }
}

const isLimited = ({ link }: NumberedLink) => link.visitsLeft != null && link.visitsLeft !== link.maxVisits

const shown = (value: unknown) =>
  String(value ?? '')
    .slice(0, MAX_SHOWN)
    .toWellFormed()
    .replaceAll('\0', '')

const toSample = ({ source, link }: NumberedLink) => ({
  slug: shown(source.slug),
  target: shown(source.target),
  title: shown(link.title),
  tags: Array.isArray(link.tags) ? link.tags.slice(0, 10).map(shown) : [],
})

const toProblem = ({ planned, problem }: Extract<Decision, { readonly kind: 'problem' }>): ImportProblem => ({
  row: planned.row,
  slug: shown(planned.source.slug),
  target: shown(planned.source.target),
  ...reasonOf(problem, planned.source.domain),
})

function reasonOf(problem: Problem, domain: string | null): Pick<ImportProblem, 'reason' | 'fields' | 'message'> {
  switch (problem.kind) {
    case 'lost': {
      const message = problem.by.includes('domain')
        ? `The links of ${domain ?? 'no domain'} are skipped`
        : `It would be less restricted without ${problem.by.join(', ')}`
      return { reason: 'LOST', fields: problem.by, message: shown(message) }
    }
    case 'twice':
      return { reason: 'TWICE', fields: [], message: `Row ${problem.earlier.row} has this slug, too` }
    case 'open': {
      const message = `It already exists as an active link without ${problem.by.join(', ')}`
      return { reason: 'OPEN', fields: problem.by, message }
    }
    case 'fault':
      return { reason: 'FAULT', fields: [], message: shown(problem.text) }
    case 'invalid':
      return { reason: 'INVALID', fields: [], message: shown(problem.text) }
  }
}
