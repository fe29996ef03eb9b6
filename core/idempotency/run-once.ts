import { err, errAsync, ok, okAsync, type Result, ResultAsync } from 'neverthrow'
import type { Secrets } from '../identity/credentials.port.ts'
import type { Instant } from '../kernel/caller.ts'
import type { DomainError, ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import { parseInput, text } from '../kernel/input.ts'
import type { Ports, Store } from '../ports.ts'
import { canonicalJson } from './canonical-json.ts'
import type { IdempotencyClaim, IdempotentOutcome } from './idempotency-keys.port.ts'

/** How long an outcome is given back, in milliseconds. */
export const REPLAY_WINDOW_MS = 24 * 60 * 60 * 1000

const Key = text('Idempotency key', { min: 1, max: 255 }).regex(
  /^[\x20-\x7e]+$/,
  'Idempotency key must be 1 to 255 printable characters',
)

/** Characters of JSON that are kept as they are: sealed, they are base64 of less than 64 KiB. */
const MAX_OUTCOME = 48 * 1024 - 64

/** A use case's {@link Recall}, for one call. */
export interface OwnRecall<Out> {
  brief(out: Out): unknown
  restore(ports: Ports, brief: unknown): Promise<Out>
}

interface Call<Out> {
  readonly caller: UserId
  readonly operation: string
  readonly key: string
  readonly raw: unknown
  readonly recall?: OwnRecall<Out> | undefined
}

/** `brief` stands for an outcome that is too long. */
type Outcome<Out, E> = { ok: Out } | { brief: unknown } | { error: E }
type Work<Out, E> = (ports: Ports, once: string) => ResultAsync<Out, E>
type Failure<E> = E | ErrorOf<'idempotency-key-reused' | 'invalid-input'>

/** After these nothing was done that a call to come could not do better, so the key stays free for it. */
const NOT_KEPT: ReadonlySet<DomainError['type']> = new Set([
  'invalid-input',
  'plan-limit',
  'billing-not-configured',
  'upstream-failed',
  'overloaded',
])

/**
 * Does the work once per caller, operation and key. Claim, work and outcome share one transaction: a crash in the middle
 * leaves nothing behind, and of racing duplicates one works while the others wait and are given its outcome. Work that fails
 * is undone by itself, within that transaction, so that its error is kept before anybody else can try.
 */
export function runOnce<Out, E extends DomainError>(
  ports: Ports,
  call: Call<Out>,
  work: Work<Out, E>,
): ResultAsync<Out, Failure<E>> {
  return claimFor(ports, call).asyncAndThen((claim) =>
    ports.store
      .atomic<Result<Out, Failure<E>>, Failure<E>>((store) =>
        ResultAsync.fromSafePromise(store.idempotencyKeys.claim(claim, claim.at - REPLAY_WINDOW_MS)).andThen((kept) =>
          kept
            ? replayed<Out, E>({ ...ports, store }, call, claim, kept)
            : workAndKeep({ ...ports, store }, call, claim, work),
        ),
      )
      .andThen((result) => result),
  )
}

/**
 * The same for work that asks others than the store. No transaction is held while it is under way, so racing duplicates may each
 * work, under one name for those who are asked to know them by; all are given the outcome of the first to end.
 */
export function runOnceExternally<Out, E extends DomainError>(
  ports: Ports,
  call: Call<Out>,
  work: Work<Out, E>,
): ResultAsync<Out, Failure<E>> {
  const { store, secrets } = ports
  const oldest = (claim: IdempotencyClaim) => claim.at - REPLAY_WINDOW_MS
  return claimFor(ports, call).asyncAndThen((claim) =>
    ResultAsync.fromSafePromise(peek(store, claim, oldest(claim))).andThen((kept): ResultAsync<Out, Failure<E>> => {
      if (kept) return replayed<Out, E>(ports, call, claim, kept).andThen((result) => result)
      const done = ResultAsync.fromSafePromise<Result<Out, E>, never>(
        settled(work(ports, idempotencyToken(ports, claim))),
      )
      return done.andThen((result): ResultAsync<Out, Failure<E>> => {
        if (result.isErr() && NOT_KEPT.has(result.error.type)) return errAsync(result.error)
        return store
          .atomic<Result<Out, Failure<E>>, never>((store) =>
            ResultAsync.fromSafePromise(store.idempotencyKeys.claim(claim, oldest(claim))).andThen((kept) =>
              kept
                ? replayed<Out, E>({ ...ports, store }, call, claim, kept)
                : ResultAsync.fromSafePromise(store.idempotencyKeys.keep(claim, sealed(secrets, call, result))).map(
                    () => result,
                  ),
            ),
          )
          .andThen((result) => result)
      })
    }),
  )
}

/** What was kept, without taking the key. */
async function peek(store: Store, claim: IdempotencyClaim, expired: Instant): Promise<IdempotentOutcome | undefined> {
  const kept = await store.atomic<IdempotentOutcome, 'free'>((store) =>
    ResultAsync.fromSafePromise(store.idempotencyKeys.claim(claim, expired)).andThen((kept) =>
      kept ? okAsync(kept) : errAsync('free' as const),
    ),
  )
  return kept.isOk() ? kept.value : undefined
}

const settled = async <Out, E>(work: PromiseLike<Result<Out, E>>): Promise<Result<Out, E>> => work

/** What calls that are one by their key have in common, and no other has. */
const idempotencyToken = ({ digest }: Ports, { caller, operation, key, fingerprint }: IdempotencyClaim) =>
  digest(JSON.stringify([caller, operation, key, fingerprint]))

function claimFor({ clock, secrets }: Ports, { caller, operation, key, raw }: Call<unknown>) {
  return parseInput(Key, key).map(
    (key): IdempotencyClaim => ({ caller, operation, key, fingerprint: fingerprint(secrets, raw), at: clock.now() }),
  )
}

/** The prefix keeps these digests apart from those of API keys, which are made with the same pepper. */
const fingerprint = (secrets: Secrets, raw: unknown) => secrets.digest(`idempotent arguments ${canonicalJson(raw)}`)

/** Err, which gives up the claim too, only for what is not kept. */
function workAndKeep<Out, E extends DomainError>(
  ports: Ports,
  call: Call<Out>,
  claim: IdempotencyClaim,
  work: Work<Out, E>,
): ResultAsync<Result<Out, E>, E> {
  const { store, secrets } = ports
  const attempt = ResultAsync.fromSafePromise<Result<Out, E>, E>(
    store.atomic((store) => work({ ...ports, store }, idempotencyToken(ports, claim))),
  )
  return attempt.andThen((result) => {
    if (result.isErr() && NOT_KEPT.has(result.error.type)) return errAsync(result.error)
    return ResultAsync.fromSafePromise(store.idempotencyKeys.keep(claim, sealed(secrets, call, result))).map(
      () => result,
    )
  })
}

function sealed<Out, E>(secrets: Secrets, { recall }: Call<Out>, result: Result<Out, E>): string {
  if (result.isErr()) return secrets.seal(JSON.stringify({ error: result.error }))
  const whole = shortJson(result.value)
  return secrets.seal(
    whole === undefined && recall
      ? JSON.stringify({ brief: recall.brief(result.value) })
      : `{"ok":${whole ?? JSON.stringify(result.value)}}`,
  )
}

/** JSON of a value, unless it is too long; of a list, which may be many times too long, no more is made than is needed to see that. */
function shortJson(value: unknown): string | undefined {
  let room = MAX_OUTCOME
  const fitting = (value: unknown) => {
    const json = JSON.stringify(value) ?? 'null'
    room -= new TextEncoder().encode(json).length + 1
    return room < 0 ? undefined : json
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

function replayed<Out, E>(
  ports: Ports,
  { raw, recall }: Call<Out>,
  claim: IdempotencyClaim,
  kept: IdempotentOutcome,
): ResultAsync<Result<Out, Failure<E>>, never> {
  const { secrets, digest } = ports
  // Version 0.1.0 kept plain digests. Its records, which live for a day, are still replayed.
  const same = kept.fingerprint === claim.fingerprint || kept.fingerprint === digest(canonicalJson(raw))
  if (!same) return okAsync(err({ type: 'idempotency-key-reused' }))
  const outcome = JSON.parse(secrets.unseal(kept.outcome)) as Outcome<Out, E>
  if ('ok' in outcome) return okAsync(ok(outcome.ok))
  if (!('brief' in outcome)) return okAsync(err(outcome.error))
  if (!recall) throw new Error(`The outcome of ${claim.operation} was kept in brief, and nothing can rebuild it`)
  return ResultAsync.fromSafePromise(recall.restore(ports, outcome.brief)).map((out) => ok(out))
}
