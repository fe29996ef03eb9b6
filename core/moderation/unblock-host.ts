import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { Store } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { hostInput } from './blocked-host.ts'

/** Unblocks a host, on the imported list too: links to it open again. Returns the host. */
export const unblockHost = defineUseCase({
  name: 'unblockHost',
  access: 'admin',
  scope: null,
  input: z.object({ host: hostInput }),
  run: ({ store, blocklist }, _caller, { host }) =>
    found(unblocked(store, host), 'Blocked host').andThen(() =>
      ResultAsync.fromSafePromise(blocklist.refresh().then(() => host)),
    ),
  audit: (host) => [{ kind: 'BLOCKED_HOST', id: host }],
})

const unblocked = async ({ blockedHosts }: Store, host: string) => (await blockedHosts.unblock(host)) || undefined
