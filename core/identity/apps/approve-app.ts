import { err, ok, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { User } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { ConnectedAppId } from '../../kernel/ids.ts'
import { boundedList } from '../../kernel/input.ts'
import { SCOPES, type Scope } from '../../kernel/scopes.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { APP_IDLE_MS, APPS_PER_ACCOUNT, CONNECTED_APP, grantable, recordOfApp } from './connected-app.ts'
import { onlySessions } from './only-sessions.ts'
import { uidInput } from './uid-input.ts'

type ApproveError = ErrorOf<'permission-denied' | 'not-found' | 'invalid-input' | 'plan-limit'>

/** The answer to an app: where the browser goes next. */
interface Approved {
  readonly id: ConnectedAppId
  readonly url: string
}

/** Gives an app access to the caller's account, with some of the scopes that it asks for. Only for sessions. */
export const approveApp = defineUseCase({
  name: 'approveApp',
  access: 'user',
  scope: 'account',
  // The URL has a secret of the browser.
  replayed: false,
  external: true,
  noDryRun: 'A connection of an app',
  demand: 'creates',
  input: z.object({
    uid: uidInput,
    scopes: boundedList(z.enum(SCOPES, `scopes takes ${SCOPES.join(', ')}`), SCOPES.length, {
      type: 'scopes must be a list',
      tooLong: `scopes takes at most ${SCOPES.length} items`,
    }).describe(
      `The granted scopes, at most ${SCOPES.length}: at least one, and only of those that the app asks for. account is never granted.`,
    ),
  }),
  run: (ports, caller, { uid, scopes }): ResultAsync<Approved, ApproveError> =>
    onlySessions(caller).asyncAndThen(() => new ResultAsync(approve(ports, caller, uid, scopes))),
  audit: ({ id }) => [{ kind: 'CONNECTED_APP', id }],
})

async function approve(
  { store, ids, clock, authorizationServer }: Ports,
  { owner }: User,
  uid: string,
  scopes: readonly Scope[],
): Promise<Result<Approved, ApproveError>> {
  const pending = await authorizationServer.findPending(uid)
  if (pending === undefined) return err(NOT_PENDING)
  const granted = grantable(pending.scopes).filter((scope) => scopes.includes(scope))
  const refused = scopes.find((scope) => !granted.includes(scope))
  if (refused !== undefined) return err(invalidScopes(`scopes must not have ${refused}, which the app cannot get`))
  if (granted.length === 0) return err(invalidScopes('scopes must have at least one scope'))
  const createdAt = clock.now()
  if ((await store.oauthRecords.listByUid(CONNECTED_APP, owner)).length >= APPS_PER_ACCOUNT) return err(TOO_MANY)
  const id = ids.connectedApp()
  const { client } = pending
  await store.oauthRecords.put(recordOfApp(id, owner, { client, scopes: granted, createdAt }))
  const consent = { owner, grantId: id, scopes: granted, expiresAt: createdAt + APP_IDLE_MS }
  const url = await authorizationServer.approve(uid, consent)
  if (url !== undefined) return ok({ id, url })
  await store.oauthRecords.revokeGrant(id)
  return err(NOT_PENDING)
}

const NOT_PENDING = { type: 'not-found', what: 'Connection request' } as const
const TOO_MANY = {
  type: 'plan-limit',
  message: `An account has at most ${APPS_PER_ACCOUNT} connected apps; disconnect one first`,
} as const
const invalidScopes = (message: string) => ({ type: 'invalid-input', message, path: 'scopes' }) as const
