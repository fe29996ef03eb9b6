/** The attacking client, in a process of its own: its work must not count as the server's or the visitors'. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type Prepared } from './client.ts'
import { KINDS } from './kinds.ts'

export interface Assignment {
  readonly kind: string
  readonly prepared: Prepared
  readonly requests: number
}

/** Requests under way at once. */
const LANES = 8
/** The client keeps to the limits: it waits this long after a refusal, and stops after a number of refusals. */
const AFTER_REFUSAL_MS = 250
const MAX_REFUSALS = 80

process.on('message', async ({ kind, prepared, requests }: Assignment) => {
  const client = createClient(prepared, '127.0.0.66')
  const send = KINDS[kind] as (typeof KINDS)[string]
  const answers: Record<number, number> = {}
  let turn = 0
  async function lane() {
    while (turn < requests && (answers[429] ?? 0) < MAX_REFUSALS) {
      const status = await send(client, turn++)
      answers[status] = (answers[status] ?? 0) + 1
      if (status === 429) await sleep(AFTER_REFUSAL_MS)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  process.send?.(answers, () => process.exit())
})
