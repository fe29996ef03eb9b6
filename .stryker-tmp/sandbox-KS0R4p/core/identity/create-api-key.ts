import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { text } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { API_KEY_PREFIX, type ApiKey } from './api-key.ts'

const Label = text('label', { min: 1, max: 200 }).refine((label) => label.trim() !== '', 'label must not be blank')
const ExpiresAt = z.iso
  .datetime({ offset: true, error: 'expiresAt must be an ISO 8601 date and time' })
  .transform((value) => Date.parse(value))

/** Makes an API key. The secret is in this answer and nowhere else. */
export const createApiKey = defineUseCase({
  name: 'createApiKey',
  access: 'user',
  input: z.object({ label: Label, expiresAt: ExpiresAt.nullish() }),
  run({ store, secrets, ids, clock }, caller, { label, expiresAt }) {
    const secret = secrets.freshApiKey()
    const apiKey: ApiKey = {
      id: ids.apiKey(),
      owner: caller.userId,
      label,
      prefix: API_KEY_PREFIX,
      last4: secret.slice(-4),
      lastUsedAt: null,
      expiresAt: expiresAt ?? null,
      createdAt: clock.now(),
    }
    return ResultAsync.fromSafePromise(store.apiKeys.insert({ ...apiKey, digest: secrets.digest(secret) })).map(() => ({
      apiKey,
      secret,
    }))
  },
})
