import { errAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { Instant, User } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import { text } from '../kernel/input.ts'
import type { Store } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { API_KEY_PREFIX, type ApiKey } from './api-key.ts'
import type { ApiKeyRecord } from './api-keys.port.ts'

const Label = text('label', { min: 1, max: 200 }).refine((label) => label.trim() !== '', 'label must not be blank')
const ExpiresAt = z.iso
  .datetime({ offset: true, error: 'expiresAt must be an ISO 8601 date and time' })
  .transform((value) => Date.parse(value))

interface NewApiKey {
  readonly apiKey: ApiKey
  readonly secret: string
}

type CreateApiKeyError = ErrorOf<'invalid-input' | 'plan-limit' | 'not-logged-in'>

/** Keys of one account; expired ones make room. */
const MAX_KEYS = 100

const TOO_MANY = { type: 'plan-limit', message: `An account has at most ${MAX_KEYS} API keys` } as const
const IN_THE_PAST = { type: 'invalid-input', message: 'expiresAt must be in the future', path: 'expiresAt' } as const

/**
 * Makes an API key. The secret is in this answer and nowhere else. A key that is made by a key ends when that one does, at the latest,
 * so that one which leaks cannot be kept alive.
 */
export const createApiKey = defineUseCase({
  name: 'createApiKey',
  access: 'user',
  demand: 'creates',
  input: z.object({ label: Label, expiresAt: ExpiresAt.nullish() }),
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
      expiresAt: earlier(expiresAt, makersEnd(caller)),
      createdAt: now,
    }
    return insertWithinLimit(store, { ...apiKey, digest: secrets.digest(secret) }).map(() => ({ apiKey, secret }))
  },
})

/** When the credential of the call ends; null for sessions, whose holder may open another. */
const makersEnd = ({ via }: User): Instant | null => (via.kind === 'api-key' ? via.expiresAt : null)

const earlier = (a: Instant | null, b: Instant | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b))

/** One account's keys are made one after another, so that no race passes the limit. */
const insertWithinLimit = (store: Store, key: ApiKeyRecord): ResultAsync<void, CreateApiKeyError> =>
  store.atomic((store) =>
    ResultAsync.fromSafePromise(store.users.lock(key.owner)).andThen((account) =>
      account === undefined
        ? errAsync({ type: 'not-logged-in' as const })
        : ResultAsync.fromSafePromise(hasRoom(store, key)).andThen((room) =>
            room ? ResultAsync.fromSafePromise(store.apiKeys.insert(key)) : errAsync(TOO_MANY),
          ),
    ),
  )

async function hasRoom({ apiKeys }: Store, { owner, createdAt }: ApiKeyRecord): Promise<boolean> {
  if ((await apiKeys.list(owner)).length < MAX_KEYS) return true
  await apiKeys.removeExpired(owner, createdAt)
  return (await apiKeys.list(owner)).length < MAX_KEYS
}
