import { err, ok, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { sessionOf, type User } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { recordOf } from './session.ts'

/**
 * Ends all sessions of the caller except the one of the request, also those that the list omits, and returns the number of listed ones.
 * Without a session in the request, all end.
 */
export const endOtherSessions = defineUseCase({
  name: 'endOtherSessions',
  access: 'user',
  scope: 'account',
  input: z.object({}),
  run: (ports, caller) => ports.store.atomic((store) => new ResultAsync(endOthers({ ...ports, store }, caller))),
  audit: () => [{ kind: 'ACCOUNT' }],
})

async function endOthers(ports: Ports, caller: User): Promise<Result<number, ErrorOf<'not-logged-in'>>> {
  const { users, sessions } = ports.store
  const [owner, kept] = [caller.userId, sessionOf(caller)]
  const before = await users.lock(owner)
  // Another session may have ended this one meanwhile.
  if (before === undefined || (kept && kept.epoch !== before.epoch)) return err({ type: 'not-logged-in' })
  const now = ports.clock.now()
  const others = (await sessions.list(owner, now)).filter(({ id }) => id !== kept?.tokenId)
  if (kept) await sessions.touch(recordOf(ports, { ...kept, userId: owner }, caller.client), 0)
  const epoch = (await users.raiseEpoch(owner))?.epoch ?? before.epoch
  await sessions.keepOnly(owner, kept?.tokenId, epoch)
  return ok(others.length)
}
