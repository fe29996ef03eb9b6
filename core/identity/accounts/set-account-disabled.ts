import { z } from 'zod'
import { found } from '../../kernel/found.ts'
import { defineUseCase } from '../../use-case.ts'
import { toAccount } from '../sessions/session.ts'
import { accountId, checkOther } from './other-account.ts'

/**
 * Disables or enables an account. While it is disabled its credentials are rejected, its links and pages are closed to visitors, and its
 * webhook deliveries wait.
 */
export const setAccountDisabled = defineUseCase({
  name: 'setAccountDisabled',
  access: 'admin',
  scope: null,
  input: z.object({
    id: accountId,
    disabled: z
      .boolean('disabled must be true or false')
      .describe('True to disable the account, false to enable it again.'),
  }),
  run: ({ store, clock }, caller, { id, disabled }) =>
    checkOther(caller, id, 'disable')
      .asyncAndThen(() => found(store.users.setDisabled(id, disabled ? clock.now() : null), 'User'))
      .map(toAccount),
  audit: ({ id }) => [{ kind: 'ACCOUNT', owner: id, changed: ['disabled'] }],
})
