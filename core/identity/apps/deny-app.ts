import { z } from 'zod'
import { found } from '../../kernel/found.ts'
import { defineUseCase } from '../../use-case.ts'
import { onlySessions } from './only-sessions.ts'
import { uidInput } from './uid-input.ts'

/** Refuses an app the access to the caller's account. Only for sessions. Returns the URL where the browser goes next. */
export const denyApp = defineUseCase({
  name: 'denyApp',
  access: 'user',
  scope: 'account',
  replayed: false,
  external: true,
  noDryRun: 'The refusal of an app',
  input: z.object({ uid: uidInput }),
  run: ({ authorizationServer }, caller, { uid }) =>
    onlySessions(caller).asyncAndThen(() => found(authorizationServer.deny(uid), 'Connection request')),
})
