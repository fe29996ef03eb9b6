import { err, errAsync, ok, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { Instant, User } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { UserId } from '../../kernel/ids.ts'
import { instant, text } from '../../kernel/input.ts'
import type { Ports, Store } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { API_KEY_PREFIX, type ApiKey } from './api-key.ts'
import type { ApiKeyRecord } from './api-keys.port.ts'
import { keyRightsInputs, rightsOfNewKey } from './key-rights.ts'
import { pepperId } from './pepper-id.ts'

const MAX_LABEL_LENGTH = 200
const Label = text('label', { min: 1, max: MAX_LABEL_LENGTH }).refine(
  (label) => label.trim() !== '',
  'label must not be blank',
)

export interface NewApiKey {
  readonly apiKey: ApiKey
  readonly secret: string
}

type CreateApiKeyError = ErrorOf<'invalid-input' | 'missing-scope' | 'plan-limit' | 'not-logged-in'>

/** Keys of one account. Expired ones are deleted when the limit is reached. */
const MAX_KEYS = 100

const TOO_MANY_KEYS = { type: 'plan-limit', message: `An account has at most ${MAX_KEYS} API keys` } as const
const IN_THE_PAST = { type: 'invalid-input', message: 'expiresAt must be in the future', path: 'expiresAt' } as const

/**
 * Creates an API key and returns its secret, which is stored nowhere. A key created with another key expires no later than that one, so
 * that a leaked key cannot be renewed by its finder, and has no rights that the other lacks.
 */
export const createApiKey = defineUseCase({
  name: 'createApiKey',
  access: 'user',
  scope: 'account',
  demand: 'creates',
  input: z.object({
    label: Label.describe(`A name for the key, at most ${MAX_LABEL_LENGTH} characters.`),
    expiresAt: instant('expiresAt')
      .nullish()
      .describe(
        'When the key expires, a future time in ISO 8601; never if omitted. A key created with another key expires no later than that key.',
      ),
    ...keyRightsInputs,
  }),
  run(ports, caller, { label, expiresAt = null, ...given }): ResultAsync<NewApiKey, CreateApiKeyError> {
    if (expiresAt !== null && expiresAt <= ports.clock.now()) return errAsync(IN_THE_PAST)
    return rightsOfNewKey(caller, given).asyncAndThen((rights) => {
      const ends = earlier(expiresAt, credentialExpiry(caller))
      const { record, ...created } = draftKey(ports, { owner: caller.owner, label, expiresAt: ends, ...rights })
      return ports.store.atomic((store) => new ResultAsync(insertWithinLimit(store, record))).map(() => created)
    })
  },
  audit: ({ apiKey: { id } }) => [{ kind: 'API_KEY', id }],
})

/** Makes a key with a new secret, not yet stored. */
export function draftKey(
  { secrets, ids, clock }: Pick<Ports, 'secrets' | 'ids' | 'clock'>,
  given: Pick<ApiKey, 'owner' | 'label' | 'expiresAt' | 'scopes' | 'targetHosts'> & Partial<ApiKey>,
): NewApiKey & { readonly record: ApiKeyRecord } {
  const secret = secrets.freshApiKey()
  const apiKey: ApiKey = {
    rotatedFrom: null,
    ...given,
    id: ids.apiKey(),
    prefix: API_KEY_PREFIX,
    last4: secret.slice(-4),
    lastUsedAt: null,
    lastUsedNetwork: null,
    createdAt: clock.now(),
  }
  return { apiKey, secret, record: { ...apiKey, digest: secrets.digest(secret), pepper: pepperId(secrets) } }
}

/** When the caller's API key or token expires; null for sessions, which can be opened again by password. */
export const credentialExpiry = ({ via }: User): Instant | null => (via.kind === 'session' ? null : via.expiresAt)

/** The earlier of two expirations; null for never. */
const earlier = (a: Instant | null, b: Instant | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b))

/**
 * Inserts the key unless its owner has reached the limit. Serialised per owner by a row lock, so concurrent requests cannot exceed the
 * limit.
 */
async function insertWithinLimit(store: Store, key: ApiKeyRecord): Promise<Result<void, CreateApiKeyError>> {
  if ((await store.users.lock(key.owner)) === undefined) return err({ type: 'not-logged-in' })
  if (!(await isBelowLimit(store.apiKeys, key.owner, key.createdAt))) return err(TOO_MANY_KEYS)
  return ok(await store.apiKeys.insert(key))
}

/** Whether an account has fewer keys than the limit. Deletes expired ones when it is reached. */
export async function isBelowLimit(
  apiKeys: Store['apiKeys'],
  owner: UserId,
  now: Instant,
  max = MAX_KEYS,
): Promise<boolean> {
  if ((await apiKeys.list(owner)).length < max) return true
  await apiKeys.removeExpired(owner, now)
  return (await apiKeys.list(owner)).length < max
}
