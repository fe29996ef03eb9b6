import { err, type Result, ResultAsync } from 'neverthrow'
import { API_KEY_PREFIX } from './identity/keys/api-key.ts'
import type { ErrorOf } from './kernel/errors.ts'
import type { Ports } from './ports.ts'
import type { AnyUseCase } from './use-case.ts'

/** Not base58, so no API key has this secret. */
const PLACEHOLDER_KEY = API_KEY_PREFIX + '0'.repeat(32)
/** In the form of a UUID, which random tokens have. */
const PLACEHOLDER_TOKEN = '00000000-0000-0000-0000-000000000000'
/** 32 zero bytes, in the form of Standard Webhooks. Secrets of webhooks are derived from the pepper. */
const PLACEHOLDER_SIGNING_SECRET = `whsec_${'A'.repeat(43)}=`

/** Why a use case cannot be tried; undefined if it can. */
export const refusedDryRun = ({ noDryRun }: Pick<AnyUseCase, 'noDryRun'>): ErrorOf<'invalid-input'> | undefined =>
  noDryRun === undefined
    ? undefined
    : { type: 'invalid-input', message: `${noDryRun} cannot be tried without doing it`, path: '' }

/**
 * Does the work in a transaction that is then undone, and returns its result. Nothing else in the process hears of the work, and new secrets
 * are placeholders: the real ones of a webhook would be valid after a real rotation.
 */
export function dryRun<Out, E>(ports: Ports, work: (ports: Ports) => ResultAsync<Out, E>): ResultAsync<Out, E> {
  const { background, blocklist, ids, secrets, webhookSigner } = ports
  const withoutEffects: Ports = {
    ...ports,
    dispatcher: { wake() {} },
    background: { ...background, run() {} },
    blocklist: { ...blocklist, refresh: async () => {} },
    ids: { ...ids, token: () => PLACEHOLDER_TOKEN },
    secrets: { ...secrets, freshApiKey: () => PLACEHOLDER_KEY },
    webhookSigner: { ...webhookSigner, secret: () => PLACEHOLDER_SIGNING_SECRET },
  }
  // An Err undoes the transaction.
  return ports.store
    .atomic<never, Result<Out, E>>((store) =>
      ResultAsync.fromSafePromise(work({ ...withoutEffects, store })).andThen((result) => err(result)),
    )
    .orElse((result) => result)
}
