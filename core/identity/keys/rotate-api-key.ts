import { err, ok, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { namesInput } from '../../audit/changes.ts'
import type { Instant, User } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { ApiKeyId } from '../../kernel/ids.ts'
import { id, withDefault } from '../../kernel/input.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import type { ApiKey } from './api-key.ts'
import { credentialExpiry, draftKey, isBelowLimit, type NewApiKey } from './create-api-key.ts'
import { checkCovered } from './key-rights.ts'

const OVERLAP_HOURS = { byDefault: 24, max: 168 }
const HOUR_MS = 60 * 60 * 1000

type RotateError = ErrorOf<'not-found' | 'missing-scope' | 'invalid-input' | 'permission-denied' | 'plan-limit'>

/**
 * Creates a key with the label, rights and expiration of another, which ends after the overlap. The limit on keys does not apply, so that a
 * leaked key can always be replaced. A key rotates only keys that it could create.
 */
export const rotateApiKey = defineUseCase({
  name: 'rotateApiKey',
  access: 'user',
  scope: 'account',
  demand: 'creates',
  input: z.object({
    id: id<ApiKeyId>().describe("The old key's id; not the key itself."),
    overlapHours: withDefault(
      z
        .int('overlapHours must be a whole number')
        .min(0, 'overlapHours must be at least 0')
        .max(OVERLAP_HOURS.max, `overlapHours must be at most ${OVERLAP_HOURS.max}`),
      OVERLAP_HOURS.byDefault,
    ).describe(
      `For how long the old key still works, 0 to ${OVERLAP_HOURS.max} hours; ${OVERLAP_HOURS.byDefault} if omitted.`,
    ),
  }),
  run: (ports, caller, { id, overlapHours }): ResultAsync<NewApiKey, RotateError> =>
    ports.store.atomic((store) => new ResultAsync(rotate({ ...ports, store }, caller, id, overlapHours * HOUR_MS))),
  audit: namesInput('API_KEY'),
})

async function rotate(
  ports: Ports,
  caller: User,
  id: ApiKeyId,
  overlapMs: number,
): Promise<Result<NewApiKey, RotateError>> {
  const { apiKeys, users } = ports.store
  const now = ports.clock.now()
  await users.lock(caller.owner)
  const old = await apiKeys.findOwned(caller.owner, id)
  if (old === undefined) return err({ type: 'not-found', what: 'API key' })
  if (old.expiresAt !== null && old.expiresAt <= now) return err(EXPIRED)
  if (!(await isBelowLimit(apiKeys, old.owner, now, MAX_WITH_ROTATED))) return err(TOO_MANY)
  const allowed = checkCovered(caller, old)
  if (allowed.isErr()) return err(allowed.error)
  if (outlives(old, caller)) return err({ type: 'permission-denied' })
  const { owner, label, scopes, targetHosts } = old
  const expiresAt = ownExpiry(await apiKeys.list(owner), old)
  const { record, ...created } = draftKey(ports, { owner, label, expiresAt, scopes, targetHosts, rotatedFrom: id })
  await apiKeys.insert(record)
  await apiKeys.setExpiry(owner, id, Math.min(old.expiresAt ?? Number.POSITIVE_INFINITY, now + overlapMs))
  return ok(created)
}

/** The expiration of a key before a rotation shortened it, which its replacement has. */
function ownExpiry(keys: readonly ApiKey[], { id, expiresAt }: ApiKey): Instant | null {
  const replacement = keys.find(({ rotatedFrom }) => rotatedFrom === id)
  return replacement === undefined ? expiresAt : ownExpiry(keys, replacement)
}

/** The limit on keys applies to creations only, so this bounds rotations: rotated keys end within a week. */
const MAX_WITH_ROTATED = 200
const TOO_MANY = { type: 'plan-limit', message: `An account has at most ${MAX_WITH_ROTATED} API keys` } as const

const EXPIRED = { type: 'invalid-input', message: 'An expired API key cannot be rotated', path: 'id' } as const

/** Whether a key is valid for longer than the credential of the caller. */
function outlives({ expiresAt }: ApiKey, caller: User): boolean {
  const own = credentialExpiry(caller)
  return own !== null && (expiresAt === null || expiresAt > own)
}
