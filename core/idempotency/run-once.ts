import { err, errAsync, ok, okAsync, type Result, ResultAsync } from 'neverthrow'
import type { DomainError, ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import { parseInput, text } from '../kernel/input.ts'
import type { Ports } from '../ports.ts'
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

/** After these nothing was tried, so the key stays free for the corrected call. */
const NOT_KEPT: ReadonlySet<DomainError['type']> = new Set(['invalid-input'])

/**
 * Does the work once per caller, operation and key. Claim, work and outcome share one transaction: a crash in the middle
 * leaves nothing behind, and of racing duplicates one works while the others wait and are given its outcome. Work that fails
 * is undone by itself, within that transaction, so that its error is kept before anybody else can try.
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
    .atomic<Result<Out, Failure<E>>, Failure<E>>((store) =>
      ResultAsync.fromSafePromise(store.idempotencyKeys.claim(claim, claim.at - REPLAY_WINDOW)).andThen((kept) =>
        kept ? okAsync(replay<Out, E>(ports, claim, kept)) : workAndKeep({ ...ports, store }, claim, work),
      ),
    )
    .andThen((result) => result)
}

/** Err, which gives up the claim too, only for what is not kept. */
function workAndKeep<Out, E extends DomainError>(
  ports: Ports,
  claim: IdempotencyClaim,
  work: (ports: Ports) => ResultAsync<Out, E>,
): ResultAsync<Result<Out, E>, E> {
  const { store, secrets } = ports
  const attempt = ResultAsync.fromSafePromise<Result<Out, E>, E>(store.atomic((store) => work({ ...ports, store })))
  return attempt.andThen((result) => {
    if (result.isErr() && NOT_KEPT.has(result.error.type)) return errAsync(result.error)
    const outcome: Outcome<Out, E> = result.isOk() ? { ok: result.value } : { error: result.error }
    const sealed = secrets.seal(JSON.stringify(outcome))
    return ResultAsync.fromSafePromise(store.idempotencyKeys.keep(claim, sealed)).map(() => result)
  })
}

function replay<Out, E>({ secrets }: Ports, claim: IdempotencyClaim, kept: IdempotentOutcome): Result<Out, Failure<E>> {
  if (kept.fingerprint !== claim.fingerprint) return err({ type: 'idempotency-key-reused' })
  const outcome = JSON.parse(secrets.unseal(kept.outcome)) as Outcome<Out, E>
  return 'ok' in outcome ? ok(outcome.ok) : err(outcome.error)
}
