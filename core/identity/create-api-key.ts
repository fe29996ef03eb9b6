import { err, errAsync, ok, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { Instant, User } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import { instant, text } from '../kernel/input.ts'
import type { Store } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { API_KEY_PREFIX, type ApiKey } from './api-key.ts'
import type { ApiKeyRecord } from './api-keys.port.ts'

const MAX_LABEL_LENGTH = 200
const Label = text('label', { min: 1, max: MAX_LABEL_LENGTH }).refine(
  (label) => label.trim() !== '',
  'label must not be blank',
)

interface NewApiKey {
  readonly apiKey: ApiKey
  readonly secret: string
}

type CreateApiKeyError = ErrorOf<'invalid-input' | 'plan-limit' | 'not-logged-in'>

/** Keys of one account. Expired ones are deleted when the limit is reached. */
const MAX_KEYS = 100

const TOO_MANY_KEYS = { type: 'plan-limit', message: `An account has at most ${MAX_KEYS} API keys` } as const
const IN_THE_PAST = { type: 'invalid-input', message: 'expiresAt must be in the future', path: 'expiresAt' } as const

/**
 * Creates an API key and returns its secret, which is stored nowhere. A key created with another key expires no later than that one, so
 * that a leaked key cannot be renewed by its finder.
 */
export const createApiKey = defineUseCase({
  name: 'createApiKey',
  access: 'user',
  demand: 'creates',
  input: z.object({
    label: Label.describe(`A name for the key, at most ${MAX_LABEL_LENGTH} characters.`),
    expiresAt: instant('expiresAt')
      .nullish()
      .describe(
        'When the key expires, a future time in ISO 8601; never if omitted. A key created with another key expires no later than that key.',
      ),
  }),
  run({ store, secrets, ids, clock }, caller, { label, expiresAt = null }): ResultAsync<NewApiKey, CreateApiKeyError> {
    const now = clock.now()
    if (expiresAt !== null && expiresAt <= now) return errAsync(IN_THE_PAST)
    const secret = secrets.freshApiKey()
    const apiKey: ApiKey = {
      id: ids.apiKey(),
      owner: caller.userId,
      label,
      prefix: API_KEY_PREFIX,
      last4: secret.slice(-4),
      lastUsedAt: null,
      expiresAt: earlier(expiresAt, credentialExpiry(caller)),
      createdAt: now,
    }
    const record = { ...apiKey, digest: secrets.digest(secret) }
    return store.atomic((store) => new ResultAsync(insertWithinLimit(store, record))).map(() => ({ apiKey, secret }))
  },
})

/** When the caller's API key expires; null for sessions, which can be opened again by password. */
const credentialExpiry = ({ via }: User): Instant | null => (via.kind === 'api-key' ? via.expiresAt : null)

const earlier = (a: Instant | null, b: Instant | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b))

/**
 * Inserts the key unless its owner has reached the limit. Serialised per owner by a row lock, so concurrent requests cannot exceed the
 * limit.
 */
async function insertWithinLimit(store: Store, key: ApiKeyRecord): Promise<Result<void, CreateApiKeyError>> {
  if ((await store.users.lock(key.owner)) === undefined) return err({ type: 'not-logged-in' })
  if (!(await isBelowLimit(store, key))) return err(TOO_MANY_KEYS)
  return ok(await store.apiKeys.insert(key))
}

async function isBelowLimit({ apiKeys }: Store, { owner, createdAt }: ApiKeyRecord): Promise<boolean> {
  if ((await apiKeys.list(owner)).length < MAX_KEYS) return true
  await apiKeys.removeExpired(owner, createdAt)
  return (await apiKeys.list(owner)).length < MAX_KEYS
}
