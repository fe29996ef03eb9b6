import type { Import, ImportCount, ImportFault, ImportProgram } from '@shortlink/core'
import type { Refusing } from '../../import/losses.ts'
import { placeFinder, placeName } from '../../import/places.ts'
import { type PlanOptions, planRow } from '../../import/plan-row.ts'
import type { Program } from '../../import/program.ts'
import { PROGRAMS } from '../../import/programs/index.ts'
import { readRows } from '../../import/read/read-rows.ts'
import { recognise } from '../../import/read/recognise.ts'
import type { Row } from '../../import/row.ts'
import { type Numbered, plannedBatches } from '../../import/run/batches.ts'
import { UnreadableFile } from '../../import/unreadable-file.ts'

/** Links per transaction. */
const BATCH = 100
/** Different domains and losses that are counted. */
const MAX_NAMES = 100

/** A file's choices, and the facts of the account that its plan depends on. */
export interface PlanInput extends Pick<Import, 'name' | 'program' | 'domains' | 'acceptedLosses'> {
  readonly ownHosts: readonly string[]
  /** Verified hostnames of the account. */
  readonly verified: readonly string[]
  /** Rows that an earlier run has imported. */
  readonly skipRows: number
  /** Whether to count the links of each domain, and the losses that could be accepted. */
  readonly isPreview: boolean
}

/** Planned links, and what has been read so far. */
export interface PlannedBatch {
  readonly links: readonly Numbered[]
  readonly rows: number
  readonly domains: readonly ImportCount[]
  readonly refused: readonly ImportCount[]
  readonly found: ImportProgram
  readonly isCsv: boolean
  readonly total: number | null
}

/**
 * Reads and plans the links of a file.
 * @throws UnreadableFile for a file of no known program.
 */
export async function* plannedFile(input: PlanInput, texts: AsyncIterator<string>): AsyncGenerator<PlannedBatch, void> {
  const { text, program } = await withProgram(input, texts)
  const source = await readRows(input.name, text, { program, raw: false })
  const plan = { program, place: placeOf(input), accepted: new Set(input.acceptedLosses) }
  const [domains, refused] = [new Map<string, number>(), new Map<string, number>()]
  let rows = 0
  const onRow = (row: Row) => {
    rows++
    if (input.isPreview) countRow(row, plan, domains, refused)
  }
  for await (const batch of plannedBatches(source.rows, plan, BATCH, onRow)) {
    const links = batch.filter(({ row }) => row > input.skipRows)
    if (rows < input.skipRows) continue
    yield {
      ...{ links, rows, domains: countsOf(domains), refused: countsOf(refused) },
      ...{ found: program.name as ImportProgram, isCsv: source.format === 'CSV', total: source.total() ?? null },
    }
  }
}

/** The fault of an error of {@link plannedFile}; undefined for a bug. */
export const faultOf = (error: unknown): ImportFault | undefined =>
  error instanceof UnreadableFile ? { code: error.fault, detail: error.detail.slice(0, 1000) } : undefined

/** The program of a file, with its text from the start. */
async function withProgram({ name, program: chosen }: PlanInput, texts: AsyncIterator<string>) {
  const read: string[] = []
  const first: AsyncIterator<string> = {
    async next() {
      const result = await texts.next()
      if (!result.done) read.push(result.value)
      return result
    },
  }
  const program = PROGRAMS.find((one) => one.name === chosen) ?? (await recognised(name, first))
  return { program, text: following(read, texts) }
}

async function recognised(name: string, text: AsyncIterator<string>): Promise<Program> {
  const found = await recognise(name, text)
  if (found === undefined) throw new UnreadableFile('columns', `${name} is of no known program`)
  return found
}

async function* following(read: readonly string[], rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield* read
  for (;;) {
    const { value, done } = await rest.next()
    if (done) return
    yield value
  }
}

/** Links of a domain that is neither mapped nor of the account keep their slugs on the service's own host. */
function placeOf({ domains, ownHosts, verified }: PlanInput): PlanOptions['place'] {
  const named = domains.map(({ from, to }) => [placeName(from), to] as const)
  const skipped = new Set(named.flatMap(([from, to]) => (to === null ? from : [])))
  const mapped = new Map(named.flatMap(([from, to]) => (to === null ? [] : [[from, to] as const])))
  const find = placeFinder({ mapped, ownHosts: new Set(ownHosts), verified: new Set(verified) })
  return (domain) => {
    if (skipped.has(placeName(domain))) return 'unknown'
    const place = find(domain)
    return place === 'unknown' ? { hostname: '' } : place
  }
}

/** Counts the links of a row by their domain, and by the losses that refuse them or close them, accepted or not. */
function countRow(row: Row, plan: PlanOptions, domains: Map<string, number>, refused: Map<string, number>) {
  for (const planned of planRow(row, { ...plan, accepted: new Set<Refusing>() })) {
    countIn(domains, placeName(planned.source.domain))
    const losses = planned.kind === 'refused' ? planned.by.filter((loss) => loss !== 'domain') : []
    for (const loss of planned.kind === 'link' && planned.isClosed ? ['password'] : losses) countIn(refused, loss)
  }
}

export function countIn(counts: Map<string, number>, name: string) {
  const known = counts.has(name) || counts.size < MAX_NAMES
  if (known) counts.set(name.slice(0, 253), (counts.get(name) ?? 0) + 1)
}

export const countsOf = (counts: ReadonlyMap<string, number>): ImportCount[] =>
  [...counts].map(([name, links]) => ({ name, links }))
