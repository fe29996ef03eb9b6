import { err, ok, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import { text } from '../kernel/input.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { type BlockedHost, hostInput, MAX_MANUAL_HOSTS } from './blocked-host.ts'

const MAX_REASON_LENGTH = 500

/** Blocks a host: links to it close, and no new ones can be created. Blocking it again changes the reason. */
export const blockHost = defineUseCase({
  name: 'blockHost',
  access: 'admin',
  scope: null,
  input: z.object({
    host: hostInput,
    reason: text('reason', { max: MAX_REASON_LENGTH })
      .nullish()
      .transform((value) => value?.trim() || null)
      .describe(`A note for other administrators, at most ${MAX_REASON_LENGTH} characters.`),
  }),
  run: (ports, _caller, asked) => block(ports, asked),
  audit: ({ host }) => [{ kind: 'BLOCKED_HOST', id: host }],
})

/** Blocks a host, and resolves when this server refuses it. */
export function block(
  { store, clock, blocklist }: Pick<Ports, 'store' | 'clock' | 'blocklist'>,
  { host, reason }: Pick<BlockedHost, 'host' | 'reason'>,
): ResultAsync<BlockedHost, ErrorOf<'invalid-input'>> {
  const blocked = { host, reason, createdAt: clock.now() }
  return ResultAsync.fromSafePromise(store.blockedHosts.block(blocked))
    .andThen((isBlocked) => (isBlocked ? ok() : err(TOO_MANY)))
    .andThen(() => ResultAsync.fromSafePromise(blocklist.refresh()))
    .map(() => ({ ...blocked, source: 'MANUAL' }))
}

const TOO_MANY: ErrorOf<'invalid-input'> = {
  type: 'invalid-input',
  path: 'host',
  message: `at most ${MAX_MANUAL_HOSTS} hosts can be blocked one by one; import a list instead`,
}
