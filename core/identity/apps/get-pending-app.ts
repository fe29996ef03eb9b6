import { z } from 'zod'
import { found } from '../../kernel/found.ts'
import type { Scope } from '../../kernel/scopes.ts'
import { defineUseCase } from '../../use-case.ts'
import type { PendingApp } from './authorization-server.port.ts'
import { grantable } from './connected-app.ts'
import { onlySessions } from './only-sessions.ts'
import { uidInput } from './uid-input.ts'

/** Scopes that nothing selects in advance, since their damage cannot be undone or costs money. */
const RISKY: readonly Scope[] = ['links:delete', 'billing:write']

/** An app as a consent page shows it. */
export interface ConsentRequest extends PendingApp {
  /** The scopes that are selected in advance. */
  readonly preselectedScopes: readonly Scope[]
}

/** The app that waits for the caller's consent. Only for sessions. */
export const getPendingApp = defineUseCase({
  name: 'getPendingApp',
  access: 'user',
  scope: 'account',
  input: z.object({ uid: uidInput }),
  run: ({ authorizationServer }, caller, { uid }) =>
    onlySessions(caller)
      .asyncAndThen(() => found(authorizationServer.findPending(uid), 'Connection request'))
      .map((app): ConsentRequest => {
        const scopes = grantable(app.scopes)
        return { ...app, scopes, preselectedScopes: scopes.filter((scope) => !RISKY.includes(scope)) }
      }),
})
