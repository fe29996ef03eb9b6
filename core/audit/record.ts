import { ok, type Result, ResultAsync } from 'neverthrow'
import { inTransaction } from '../after-commit.ts'
import type { Caller, Instant } from '../kernel/caller.ts'
import type { DomainError } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import { networkBlock } from '../kernel/ip-address.ts'
import type { Ports } from '../ports.ts'
import type { AnyUseCase, UseCase } from '../use-case.ts'
import type { AuditEntry, Change, Surface } from './audit-entry.ts'

/** Where a call comes from, for the audit log. */
export interface Origin {
  readonly surface: Surface
  readonly requestId?: string | undefined
  readonly clientIp?: string | undefined
}

/** A call of a use case with its prepared input. */
interface Call<Out, E extends DomainError, Prepared> {
  // biome-ignore lint/suspicious/noExplicitAny: the caller's type is contravariant, so no narrower bound fits every use case
  readonly useCase: UseCase<any, any, Out, E, Prepared>
  readonly caller: Caller
  readonly input: Prepared
  readonly origin: Origin | undefined
}

/** Does the work of a call and appends its entries to the audit log, in one transaction. */
export function runAudited<Out, E extends DomainError, Prepared>(
  ports: Ports,
  call: Call<Out, E, Prepared>,
): ResultAsync<Out, E> {
  const { useCase, caller, input } = call
  if (useCase.audit === undefined) return useCase.run(ports, caller, input)
  // No transaction may be open while the work calls services or hashes passwords, so its entries follow it. `prepare` hashes before.
  const isLong = useCase.external === true || (useCase.replayed === false && useCase.prepare === undefined)
  return new ResultAsync(isLong ? workAndNote(ports, call) : aloneOrInTransaction(ports, call))
}

/** The work of a call that also appends its entries, by the store of the ports that it gets: for callers that open the transaction. */
export const withEntries =
  <Out, E extends DomainError, Prepared>(call: Call<Out, E, Prepared>) =>
  (ports: Ports, idempotencyToken?: string): ResultAsync<Out, E> =>
    call.useCase.audit === undefined
      ? call.useCase.run(ports, call.caller, call.input, idempotencyToken)
      : new ResultAsync(aloneOrNot(ports, call, () => workAndNote(ports, call, idempotencyToken)))

const aloneOrInTransaction = <Out, E extends DomainError, Prepared>(ports: Ports, call: Call<Out, E, Prepared>) =>
  aloneOrNot(ports, call, async () => inTransaction(ports, (ports) => workAndNote(ports, call)))

async function aloneOrNot<Out, E extends DomainError, Prepared>(
  ports: Ports,
  call: Call<Out, E, Prepared>,
  otherwise: () => Promise<Result<Out, E>>,
): Promise<Result<Out, E>> {
  const at = ports.clock.now()
  const note = (out: Out) => entriesOf(ports, call, at, out)[0]
  return (await call.useCase.alone?.(ports, call.caller, call.input, note)) ?? otherwise()
}

async function workAndNote<Out, E extends DomainError, Prepared>(
  ports: Ports,
  call: Call<Out, E, Prepared>,
  idempotencyToken?: string,
): Promise<Result<Out, E>> {
  const at = ports.clock.now()
  const result = await call.useCase.run(ports, call.caller, call.input, idempotencyToken)
  if (result.isErr()) {
    await noteFailure(ports, call, at)
    return result
  }
  const entries = entriesOf(ports, call, at, result.value)
  if (entries.length > 0) await ports.store.audit.add(entries)
  return ok(result.value)
}

/** Notes the failed call in the background: the caller must not learn from its duration whether the account exists. */
async function noteFailure<Out, E extends DomainError, Prepared>(
  ports: Ports,
  call: Call<Out, E, Prepared>,
  at: Instant,
) {
  const failure = await call.useCase.auditFailure?.(ports, call.input)
  if (failure === undefined) return
  const entry = { ...toEntry(ports, call, at, failure), action: failure.action }
  ports.background.run(`note ${failure.action}`, () => ports.store.audit.add([entry]))
}

function entriesOf<Out, E extends DomainError, Prepared>(
  ports: Ports,
  call: Call<Out, E, Prepared>,
  at: Instant,
  out: Out,
): AuditEntry[] {
  const changes = call.useCase.audit?.(out, call.input, at) ?? []
  const ownerOf = ({ owner }: Change) => owner ?? (call.caller.kind === 'user' ? call.caller.owner : undefined)
  return changes.flatMap((change) => {
    const owner = ownerOf(change)
    if (owner === undefined) return []
    // Administrators see in their own log what they changed for others.
    const { caller, useCase } = call
    const isForOther = useCase.access === 'admin' && caller.kind === 'user' && caller.owner !== owner
    const owners = isForOther ? [owner, caller.owner] : [owner]
    return owners.map((reader) => toEntry(ports, call, at, { ...change, id: change.id ?? owner, owner: reader }))
  })
}

const toEntry = <Out, E extends DomainError, Prepared>(
  { ids }: Ports,
  { useCase, caller, origin = EMBEDDED }: Call<Out, E, Prepared>,
  at: Instant,
  { kind, owner, id = owner, changed = [], session }: Change & Required<Pick<Change, 'owner'>>,
): AuditEntry => ({
  id: ids.auditEntry(),
  owner,
  at,
  actor: session === undefined ? actorOf(useCase, caller, origin, owner) : `session:${session}`,
  surface: origin.surface,
  action: useCase.name,
  targetKind: kind,
  targetId: id,
  changed,
  requestId: origin.requestId ?? null,
  network: caller.kind === 'user' && session === undefined ? null : networkOf(origin),
})

const EMBEDDED: Origin = { surface: 'SYSTEM' }

function actorOf({ access }: Pick<AnyUseCase, 'access'>, caller: Caller, { surface }: Origin, owner: UserId): string {
  if (caller.kind !== 'user' || (caller.via.kind === 'session' && caller.via.tokenId === ''))
    return surface === 'CLI' ? 'cli' : 'system'
  if (caller.owner !== owner) return access === 'admin' ? `admin:${caller.userId}` : 'system'
  const { via } = caller
  if (via.kind === 'app') return `app:${via.clientId}`
  return via.kind === 'api-key' ? `key:${via.keyId}` : `session:${via.tokenId}`
}

const networkOf = ({ clientIp }: Origin) => (clientIp === undefined ? null : networkBlock(clientIp))
