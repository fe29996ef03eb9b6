import { type Err, err, ok, type Result, ResultAsync, safeTry } from 'neverthrow'
import { inTransaction } from '../after-commit.ts'
import type { Secrets } from '../identity/credentials.port.ts'
import type { Instant } from '../kernel/caller.ts'
import type { DomainError, ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import { parseInput, text } from '../kernel/input.ts'
import type { Ports } from '../ports.ts'
import { canonicalJson } from './canonical-json.ts'
import type { IdempotencyClaim, IdempotentOutcome } from './idempotency-keys.port.ts'

/** Stored outcomes are replayed for 24 hours. */
export const REPLAY_WINDOW_MS = 24 * 60 * 60 * 1000

/** Names an operation that a caller may repeat. */
export const IdempotencyKey = text('Idempotency key', { min: 1, max: 255 })
  .refine((key) => /^[\x20-\x7e]+$/.test(key), 'Idempotency key must be 1 to 255 printable characters')
  .describe('Makes a retry safe.')

/** The longest JSON stored whole. Sealed, it is less than 64 KiB of base64. */
const MAX_OUTCOME_BYTES = 48 * 1024 - 64

/** A use case's {@link Recall}, bound to the owner and input of one call. */
export interface BoundRecall<Out> {
  brief(out: Out): unknown
  restore(ports: Ports, brief: unknown): Promise<Out>
}

interface Call<Out> {
  readonly caller: UserId
  readonly operation: string
  readonly key: string
  readonly raw: unknown
  readonly recall?: BoundRecall<Out> | undefined
}

/** A stored outcome; `brief` if it was too long to store whole. */
type Outcome<Out, E> = { ok: Out } | { brief: unknown } | { error: E }
type Work<Out, E> = (ports: Ports, idempotencyToken: string) => ResultAsync<Out, E>
type Failure<E> = E | ErrorOf<'idempotency-key-reused' | 'invalid-input'>

/** Errors that leave the key free, since a later call with the same arguments may succeed. */
const NOT_KEPT: ReadonlySet<DomainError['type']> = new Set([
  'invalid-input',
  'plan-limit',
  'billing-not-configured',
  'upstream-failed',
  'overloaded',
])

/**
 * Does the work once per caller, operation and key. Claim, work and outcome share one transaction: a crash leaves nothing behind, and of
 * concurrent duplicates one works while the others wait for its outcome. Failed work is rolled back within that transaction, and its
 * error is stored before a duplicate can try.
 */
export const runOnce = <Out, E extends DomainError>(
  ports: Ports,
  call: Call<Out>,
  work: Work<Out, E>,
): ResultAsync<Out, Failure<E>> =>
  safeTry<Out, Failure<E>>(async function* () {
    const claim = yield* claimOf(ports, call)
    return yield* inTransaction(ports, (ports) => replayOrWork(ports, call, claim, work))
  })

/** The stored outcome of the call, or the outcome of `work` if none is stored. Unlike {@link runOnce} it costs only a short read. */
export const unlessStored = <Out, E extends DomainError, F>(
  ports: Ports,
  call: Call<Out>,
  work: () => ResultAsync<Out, F>,
): ResultAsync<Out, Failure<E> | F> =>
  safeTry<Out, Failure<E> | F>(async function* () {
    const key = yield* parseInput(IdempotencyKey, call.key)
    const kept = await ports.store.idempotencyKeys.find({ ...call, key }, expiryOf({ at: ports.clock.now() }))
    return kept ? replayed<Out, E>(ports, call, yield* claimOf(ports, call), kept) : work()
  })

/** Err rolls back the claim too, which leaves the key free; any stored outcome is Ok. */
async function replayOrWork<Out, E extends DomainError>(
  ports: Ports,
  call: Call<Out>,
  claim: IdempotencyClaim,
  work: Work<Out, E>,
): Promise<Result<Result<Out, Failure<E>>, E>> {
  const { idempotencyKeys } = ports.store
  const kept = await idempotencyKeys.claim(claim, expiryOf(claim))
  if (kept) return ok(await replayed<Out, E>(ports, call, claim, kept))
  const result = await ports.store.atomic((store) => work({ ...ports, store }, idempotencyToken(ports, claim)))
  if (isNotKept(result)) return err(result.error)
  await idempotencyKeys.keep(claim, sealed(ports.secrets, call, result))
  return ok(result)
}

/**
 * Like {@link runOnce}, for work that calls external services, so no transaction is open while it runs. Concurrent duplicates may each
 * work, all with the same idempotency token; every caller gets the outcome of the first to finish.
 */
export const runOnceExternally = <Out, E extends DomainError>(
  ports: Ports,
  call: Call<Out>,
  work: Work<Out, E>,
): ResultAsync<Out, Failure<E>> =>
  safeTry<Out, Failure<E>>(async function* () {
    const claim = yield* claimOf(ports, call)
    const kept = await ports.store.idempotencyKeys.find(claim, expiryOf(claim))
    if (kept) return replayed<Out, E>(ports, call, claim, kept)
    const result = await work(ports, idempotencyToken(ports, claim))
    if (isNotKept(result)) return err(result.error)
    return yield* ports.store.atomic<Result<Out, Failure<E>>, never>((store) =>
      ResultAsync.fromSafePromise(keepFirst({ ...ports, store }, call, claim, result)),
    )
  })

/** Stores the result unless a duplicate has stored one; returns the stored one. */
async function keepFirst<Out, E>(
  ports: Ports,
  call: Call<Out>,
  claim: IdempotencyClaim,
  result: Result<Out, E>,
): Promise<Result<Out, Failure<E>>> {
  const { idempotencyKeys } = ports.store
  const kept = await idempotencyKeys.claim(claim, expiryOf(claim))
  if (kept) return replayed<Out, E>(ports, call, claim, kept)
  await idempotencyKeys.keep(claim, sealed(ports.secrets, call, result))
  return result
}

const expiryOf = (claim: Pick<IdempotencyClaim, 'at'>): Instant => claim.at - REPLAY_WINDOW_MS

const isNotKept = <Out, E extends DomainError>(result: Result<Out, E>): result is Err<Out, E> =>
  result.isErr() && NOT_KEPT.has(result.error.type)

/** The same for all calls with one key, different for any other call. */
const idempotencyToken = ({ digest }: Ports, { caller, operation, key, fingerprint }: IdempotencyClaim) =>
  digest(JSON.stringify([caller, operation, key, fingerprint]))

const claimOf = ({ clock, secrets }: Ports, { caller, operation, key, raw }: Call<unknown>) =>
  parseInput(IdempotencyKey, key).map(
    (key): IdempotencyClaim => ({
      caller,
      operation,
      key,
      fingerprint: secrets.digest(fingerprinted(raw)),
      at: clock.now(),
    }),
  )

/** The prefix separates these digests from the digests of API keys, which use the same pepper. */
const fingerprinted = (raw: unknown) => `idempotent arguments ${canonicalJson(raw)}`

/** The outcome as encrypted JSON: whole, or in brief if it is too long and the use case has a {@link Recall}. */
function sealed<Out, E>(secrets: Secrets, { recall }: Call<Out>, result: Result<Out, E>): string {
  if (result.isErr()) return secrets.seal(JSON.stringify({ error: result.error }))
  const whole = shortJson(result.value)
  return secrets.seal(
    whole === undefined && recall
      ? JSON.stringify({ brief: recall.brief(result.value) })
      : `{"ok":${whole ?? JSON.stringify(result.value)}}`,
  )
}

/** JSON of a value; undefined if it is too long. Stops serialising a list as soon as it exceeds the limit. */
function shortJson(value: unknown): string | undefined {
  let bytesLeft = MAX_OUTCOME_BYTES
  const fitting = (value: unknown) => {
    const json = JSON.stringify(value) ?? 'null'
    bytesLeft -= new TextEncoder().encode(json).length + 1
    return bytesLeft < 0 ? undefined : json
  }
  if (!Array.isArray(value)) return fitting(value)
  const items: string[] = []
  for (const item of value) {
    const json = fitting(item)
    if (json === undefined) return undefined
    items.push(json)
  }
  return `[${items.join(',')}]`
}

/** The result of a stored outcome; `idempotency-key-reused` if it belongs to other arguments. */
async function replayed<Out, E>(
  ports: Ports,
  { raw, recall }: Call<Out>,
  claim: IdempotencyClaim,
  kept: IdempotentOutcome,
): Promise<Result<Out, Failure<E>>> {
  const { secrets, digest } = ports
  // Version 0.1.0 stored plain digests. Its records, which live for a day, are still replayed.
  const earlier = () => [secrets.previousDigest?.(fingerprinted(raw)), digest(canonicalJson(raw))]
  if (kept.fingerprint !== claim.fingerprint && !earlier().includes(kept.fingerprint))
    return err({ type: 'idempotency-key-reused' })
  const outcome = JSON.parse(secrets.unseal(kept.outcome)) as Outcome<Out, E>
  if ('ok' in outcome) return ok(outcome.ok)
  if (!('brief' in outcome)) return err(outcome.error)
  if (!recall) throw new Error(`The outcome of ${claim.operation} was stored in brief, and nothing can rebuild it`)
  return ok(await recall.restore(ports, outcome.brief))
}
