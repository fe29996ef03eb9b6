import {
  addBioLink,
  anonymous,
  createApiKey,
  createBioPage,
  createLink,
  type DomainError,
  type Link,
  onBehalfOf,
  resolveLink,
  signUp,
  type Visitor,
} from '@shortlink/core'
import type { ResultAsync } from 'neverthrow'
import type { Composition } from '../../composition.ts'
import { unwrap } from '../command.ts'
import { AGENTS, BIO_PAGE, LINKS, NETWORKS, REFERRERS } from './content.ts'

const VISITS = 4000
const DAYS = 60
const DAY = 24 * 60 * 60 * 1000

/** Chance that gives the same demo every time (mulberry32). */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Fills an empty service as if it had been in use for two months; gives an account's API key. Rejects with the signal's reason once it
 * is aborted, after the call under way.
 */
export async function fill(
  service: Composition,
  account: { email: string; password: string },
  signal: AbortSignal,
): Promise<string> {
  const { app } = service
  const done = async <T>(call: ResultAsync<T, DomainError>) => {
    const value = await unwrap(call)
    signal.throwIfAborted()
    return value
  }
  const { user } = await done(app.run(signUp, anonymous, { name: 'Ada', ...account }))
  const caller = onBehalfOf(user.id)
  const links: Link[] = []
  for (const { weight: _, endsInDays, ...link } of LINKS) {
    const expiresAt = endsInDays && new Date(service.ports.clock.now() + endsInDays * DAY).toISOString()
    links.push(await done(app.run(createLink, caller, { ...link, expiresAt })))
  }
  const page = await done(app.run(createBioPage, caller, BIO_PAGE.page))
  for (const link of BIO_PAGE.links) await done(app.run(addBioLink, caller, { bioPageId: page.id, ...link }))
  await visit(service, links)
  signal.throwIfAborted()
  return (await done(app.run(createApiKey, caller, { label: 'demo' }))).secret
}

/** Sends visitors through the real redirect, at times gone by and in their order. */
async function visit({ ports }: Composition, links: readonly Link[]) {
  const next = chance(1815)
  const now = ports.clock.now()
  // More come as time goes by, and most in the daytime.
  const times = Array.from({ length: VISITS }, () => {
    const day = Math.floor(Math.sqrt(next()) * DAYS)
    return now - (DAYS - day) * DAY + Math.floor(((next() + next() + next()) / 3) * DAY)
  }).sort((a, b) => a - b)
  const weighed = LINKS.map(({ weight }, index) => [links[index] as Link, weight] as const)
  for (const at of times) {
    const { slug } = pick(next, weighed)
    await resolveLink({ ...ports, clock: { now: () => at } }, '', slug, visitor(next))
  }
  await ports.hitRecorder.flushed()
}

const visitor = (next: () => number): Visitor => ({
  ip: `${pick(next, NETWORKS)}.${1 + Math.floor(next() * 250)}`,
  userAgent: pick(next, AGENTS),
  referrer: pick(next, REFERRERS),
  acceptLanguage: null,
  query: '',
  counts: true,
})

function pick<T>(next: () => number, choices: readonly (readonly [T, number])[]): T {
  let rest = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
  const chosen = choices.find(([, weight]) => {
    rest -= weight
    return rest < 0
  })
  return (chosen ?? (choices[0] as readonly [T, number]))[0]
}
