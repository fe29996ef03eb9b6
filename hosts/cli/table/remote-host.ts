import { type OutputOf, shortUrl } from '@shortlink/core'
import type { Remote } from '../remote/remote.ts'
import { runUseCase } from '../remote/run-use-case.ts'
import { confirm } from './confirm.ts'
import type { RemoteHost } from './row.ts'

/** Creates the host for commands on a server. With `yes`, or in a dry run, it does not ask for confirmation. */
export const remoteHost = (remote: Remote, yes = false): RemoteHost => ({
  remote,
  dryRun: remote.dryRun,
  run: async (useCase, input) => (await runUseCase(remote, useCase, input)) as OutputOf<typeof useCase>,
  shortUrl: (link) => shortUrl(remote.url, link),
  confirm: (question) => confirm(question, { yes: yes || remote.dryRun }),
})
