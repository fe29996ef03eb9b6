import { z } from 'zod'
import type { Role } from '../../kernel/caller.ts'
import { found } from '../../kernel/found.ts'
import { defineUseCase } from '../../use-case.ts'
import { toAccount } from '../sessions/session.ts'
import { accountId, checkOther } from './other-account.ts'

const ROLES = ['USER', 'ADMIN'] as const satisfies readonly Role[]

/** Makes an account an administrator of the instance, or an ordinary account again. */
export const setAccountRole = defineUseCase({
  name: 'setAccountRole',
  access: 'admin',
  scope: null,
  input: z.object({ id: accountId, role: z.enum(ROLES, 'role must be USER or ADMIN').describe('USER or ADMIN.') }),
  run: ({ store }, caller, { id, role }) =>
    checkOther(caller, id, 'demote')
      .asyncAndThen(() => found(store.users.setRole(id, role), 'User'))
      .map(toAccount),
  audit: ({ id }) => [{ kind: 'ACCOUNT', owner: id, changed: ['role'] }],
})
