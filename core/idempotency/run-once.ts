import { err, errAsync, ok, okAsync, type Result, ResultAsync } from 'neverthrow'
import type { DomainError, ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import { parseInput, text } from '../kernel/input.ts'
import type { Ports, Store } from '../ports.ts'
import { canonicalJson } from './canonical-json.ts'
import type { IdempotencyClaim, IdempotentOutcome } from './idempotency-keys.port.ts'

/** How long an outcome is given back, in milliseconds. */
export const REPLAY_WINDOW = 24 * 60 * 60 * 1000

const Key = text('Idempotency key', { min: 1, max: 255 }).regex(
  /^[\x20-\x7e]+$/,
  'Idempotency key must be 1 to 255 printable characters',
)

interface Call {
  readonly caller: UserId
  readonly operation: string
  readonly key: string
  readonly raw: unknown
}

type Outcome<Out, E> = { ok: Out } | { error: E }
type Failure<E> = E | ErrorOf<'idempotency-key-reused' | 'invalid-input'>

/**
 * Does the work once per caller, operation and key. Claim, work and outcome share one transaction: a crash in the middle
 * leaves nothing behind, and of racing duplicates one works while the others wait and are given its outcome.
 * An error undoes the work and the claim, and is then kept by itself, so that a retry is told the same.
 */
export function runOnce<Out, E extends DomainError>(
  ports: Ports,
  call: Call,
  work: (ports: Ports) => ResultAsync<Out, E>,
): ResultAsync<Out, Failure<E>> {
  const key = parseInput(Key, call.key)
  if (key.isErr()) return errAsync(key.error)
  const { caller, operation } = call
  const fingerprint = ports.digest(canonicalJson(call.raw))
  const claim: IdempotencyClaim = { caller, operation, key: key.value, fingerprint, at: ports.clock.now() }

  return ports.store
    .atomic<Out, Failure<E>>((store) =>
      claimed(store, claim).andThen((kept) =>
        kept
          ? replay<Out, E>(claim, kept)
          : work({ ...ports, store }).andThen((out) => keep(store, claim, { ok: out }).map(() => out)),
      ),
    )
    .orElse((error) => keepError(ports.store, claim, error).andThen(() => errAsync(error)))
}

const claimed = (store: Store, claim: IdempotencyClaim) =>
  ResultAsync.fromSafePromise(store.idempotencyKeys.claim(claim, claim.at - REPLAY_WINDOW))

const keep = <Out, E>(store: Store, claim: IdempotencyClaim, outcome: Outcome<Out, E>) =>
  ResultAsync.fromSafePromise(store.idempotencyKeys.keep(claim, JSON.stringify(outcome)))

function replay<Out, E>(claim: IdempotencyClaim, kept: IdempotentOutcome): Result<Out, Failure<E>> {
  if (kept.fingerprint !== claim.fingerprint) return err({ type: 'idempotency-key-reused' })
  const outcome = JSON.parse(kept.outcome) as Outcome<Out, E>
  return 'ok' in outcome ? ok(outcome.ok) : err(outcome.error)
}

/** Bad input is not kept: nothing was tried, so the key stays free for the corrected call. */
function keepError(store: Store, claim: IdempotencyClaim, error: DomainError): ResultAsync<void, never> {
  if (error.type === 'idempotency-key-reused' || error.type === 'invalid-input') return okAsync(undefined)
  return store.atomic((store) =>
    claimed(store, claim).andThen((kept) => (kept ? okAsync(undefined) : keep(store, claim, { error }))),
  )
}
