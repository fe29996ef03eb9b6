import { type Ports, REPLAY_WINDOW, recheckDomains } from '@shortlink/core'
import type { Log } from './log.ts'

const EVERY = 10 * 60 * 1000

/**
 * What has to be done now and then, on every replica: all of it does no harm when done twice. Gives back how to stop.
 */
export function startHousekeeping({ store, dns, clock, background }: Ports, log: Log): () => void {
  const chores = {
    'forget old idempotency keys': () => store.idempotencyKeys.forget(clock.now() - REPLAY_WINDOW),
    'forget expired tokens': () => store.revokedTokens.forget(clock.now()),
    'look at domains again': async () => {
      for (const hostname of await recheckDomains({ store, dns, clock }))
        log.warn({ hostname }, 'a domain lost its proof')
    },
  }
  const timer = setInterval(() => {
    for (const [name, chore] of Object.entries(chores)) background.run(name, chore)
  }, EVERY)
  timer.unref()
  return () => clearInterval(timer)
}
