import { type Earlier, firstOfItsKind } from '../first-of-its-kind.ts'
import { type Planned, type PlanOptions, planRow } from '../plan-row.ts'
import type { Row } from '../row.ts'

/** A planned link with its row, and the earlier link of the file that has its slug. */
export type Numbered<T extends Planned = Planned> = T & { readonly row: number; readonly earlier: Earlier | undefined }

/** Plans the links of rows, in batches of at least `size` links; the last one may have fewer. Rows are counted from 1. */
export async function* plannedBatches(
  rows: AsyncIterable<Row>,
  plan: PlanOptions,
  size: number,
  onRow: (row: Row) => void,
): AsyncGenerator<readonly Numbered[]> {
  const earlierOf = firstOfItsKind()
  let batch: Numbered[] = []
  let number = 0
  for await (const row of rows) {
    number++
    onRow(row)
    for (const planned of planRow(row, plan)) {
      const hostname = hostnameOf(planned)
      const earlier = hostname === undefined ? undefined : earlierOf(hostname, planned.source, number)
      batch.push({ ...planned, row: number, earlier })
    }
    if (batch.length >= size) {
      yield batch
      batch = []
    }
  }
  yield batch
}

/** The host of a link on which no later row may use its slug, even if it is refused; undefined for none. */
export function hostnameOf(planned: Planned): unknown {
  if (planned.kind === 'skipped') return undefined
  return planned.kind === 'refused' ? planned.hostname : planned.link.hostname
}
