import {
  addBioLink,
  anonymous,
  createApiKey,
  createBioPage,
  createLink,
  type DomainError,
  onBehalfOf,
  signUp,
} from '@shortlink/core'
import type { ResultAsync } from 'neverthrow'
import type { Composition } from '../../app/composition.ts'
import { unwrap } from '../command.ts'
import { BIO_PAGE, LINKS } from './content.ts'
import { followLinks } from './follow-links.ts'

const DAY = 24 * 60 * 60 * 1000

/**
 * Fills an empty service with a year of use; returns an account's API key. Once the signal is aborted, rejects with its reason after the
 * current call.
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
  for (const { weight: _, endsInDays, ...link } of LINKS) {
    const expiresAt = endsInDays && new Date(service.ports.clock.now() + endsInDays * DAY).toISOString()
    await done(app.run(createLink, caller, { ...link, expiresAt }))
  }
  const page = await done(app.run(createBioPage, caller, BIO_PAGE.page))
  for (const link of BIO_PAGE.links) await done(app.run(addBioLink, caller, { bioPageId: page.id, ...link }))
  await followLinks(service, signal)
  return (await done(app.run(createApiKey, caller, { label: 'demo' }))).secret
}
