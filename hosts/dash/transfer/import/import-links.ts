import { askPatiently, type LongWork } from '../../api/ask-patiently.ts'
import { ApiError } from '../../api/errors.ts'
import { ADD_ALIAS, CLOSE_MANY, IMPORT_MANY } from '../queries.ts'
import { batchesOf } from './batches.ts'
import type { LeftOut, Ready } from './plan-file.ts'

/** Result of an import. */
export interface Outcome {
  readonly made: number
  readonly leftOut: readonly LeftOut[]
  /** Failed steps for links that were created. */
  readonly unfinished: readonly LeftOut[]
  /** Why the import ended early. */
  readonly error: unknown
}

type Made = readonly (readonly [link: Ready, id: string])[]

/** Creates the links, batch by batch. Never throws: the outcome includes the remaining links. */
export async function importLinks(links: readonly Ready[], work: LongWork): Promise<Outcome> {
  const [leftOut, unfinished]: [LeftOut[], LeftOut[]] = [[], []]
  let [made, done] = [0, 0]
  let error: unknown
  for (const batch of batchesOf(links)) {
    if (error === undefined && !work.signal.aborted) {
      try {
        const batchMade = await makeBatch(batch, leftOut, work)
        made += batchMade.length
        unfinished.push(...(await finish(batchMade, work)))
        done += batch.length
        work.onProgress(done)
        continue
      } catch (caught) {
        if (!work.signal.aborted) error = caught
      }
    }
    leftOut.push(...batch.map((link) => failed(link, { kind: 'stopped' })))
  }
  return { made, leftOut, unfinished, error }
}

const failed = ({ row, slug, target }: Ready, reason: LeftOut['reason']): LeftOut => ({ row, slug, target, reason })

async function makeBatch(batch: readonly Ready[], leftOut: LeftOut[], { signal, onWait }: LongWork): Promise<Made> {
  const inputs = batch.map(({ input }) => input)
  // Let a batch in flight finish, since its result would be unknown otherwise.
  const { createShortlinks } = await askPatiently(IMPORT_MANY, { inputs }, { onWait, stopWaiting: signal })
  return createShortlinks.flatMap(({ index, shortlink, error }) => {
    const link = batch[index] as Ready
    if (shortlink) return [[link, shortlink.id] as const]
    leftOut.push(failed(link, { kind: 'text', text: error ?? '' }))
    return []
  })
}

/** Sets fields that new links do not accept. A failure leaves a link that has to be disabled without a visitor. */
async function finish(made: Made, { onWait }: LongWork): Promise<LeftOut[]> {
  const problems: LeftOut[] = []
  const changed = made.flatMap(([link, id]) => (link.change ? [{ link, input: { id, ...link.change } }] : []))
  try {
    if (changed.length > 0) {
      const inputs = changed.map(({ input }) => input)
      const { updateShortlinks } = await askPatiently(CLOSE_MANY, { inputs }, { onWait })
      for (const { index, ok, error } of updateShortlinks)
        if (!ok) problems.push(failed(changed[index]?.link as Ready, { kind: 'text', text: error ?? '' }))
    }
  } catch (error) {
    problems.push(...changed.map(({ link }) => failed(link, { kind: 'text', text: textOf(error) })))
  }
  for (const [link, id] of made) {
    for (const shortlink of link.aliases) {
      await askPatiently(ADD_ALIAS, { id, shortlink }, { onWait }).catch((error: unknown) => {
        problems.push(failed(link, { kind: 'text', text: `${shortlink}: ${textOf(error)}` }))
      })
    }
  }
  return problems
}

const textOf = (error: unknown) => (error instanceof ApiError ? error.message : String(error))
