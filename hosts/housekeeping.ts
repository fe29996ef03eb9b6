import { type Instant, type Ports, REPLAY_WINDOW_MS, recheckDomains } from '@shortlink/core'
import type { Log } from './log.ts'
import { steadyTime } from './steady-time.ts'
import { sweeper } from './sweep.ts'

const EVERY = 10 * 60 * 1000

/**
 * What has to be done now and then, on every replica: all of it does no harm when done twice. Returns how to stop it. Records are
 * forgotten only by a time that {@link steadyTime} trusts.
 */
export function startHousekeeping({ store, dns, clock, ids, dispatcher, background }: Ports, log: Log): () => void {
  const expiryTime = steadyTime(store, clock)
  const forgetting = (forget: (before: Instant) => Promise<unknown>) => (now: Instant | undefined) =>
    now === undefined ? Promise.resolve() : forget(now)
  const stopped = new AbortController()
  const sweep = sweeper(store, stopped.signal)
  const chores = {
    'forget old idempotency keys': forgetting((now) => store.idempotencyKeys.forget(now - REPLAY_WINDOW_MS)),
    'forget expired tokens': forgetting((now) => store.revokedTokens.forget(now)),
    'remove what hits no longer share': (now: Instant | undefined) => (now === undefined ? Promise.resolve() : sweep()),
    'look at domains again': async () => {
      for (const hostname of await recheckDomains({ store, dns, clock, ids, dispatcher }))
        log.warn({ hostname }, 'a domain lost its proof')
    },
  }
  background.run('look at the clocks', expiryTime)
  const timer = setInterval(() => {
    background.run('look at the clocks', async () => {
      const now = await expiryTime()
      for (const [name, chore] of Object.entries(chores)) background.run(name, () => chore(now))
    })
  }, EVERY)
  timer.unref()
  return () => {
    clearInterval(timer)
    stopped.abort()
  }
}
