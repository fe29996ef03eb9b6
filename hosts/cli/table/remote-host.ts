import { type OutputOf, shortUrl } from '@shortlink/core'
import { CALLS } from '../remote/calls.ts'
import type { Remote } from '../remote/remote.ts'
import { confirm } from './confirm.ts'
import type { RemoteHost } from './row.ts'

/** Creates the host for commands on a server. With `yes`, or in a dry run, it does not ask for confirmation. */
export const remoteHost = (remote: Remote, yes = false): RemoteHost => ({
  remote,
  dryRun: remote.dryRun,
  async run(useCase, input) {
    const call = CALLS.get(useCase)
    if (call === undefined) throw new Error(`${useCase.name} has no REST call`)
    return withInstants(await remote.ask((api) => call(api, input))) as OutputOf<typeof useCase>
  },
  // The server may be reached by another name than its BASE_URL.
  shortUrl: (link) => ('shortUrl' in link ? String(link.shortUrl) : shortUrl(remote.url, link)),
  confirm: (question) => confirm(question, { yes: yes || remote.dryRun }),
})

/** Members of results with a time or a day as their value. */
const TIMES = /^(at|from|to)$|(At|From|Day)$/

const toInstant = (name: string, value: unknown) =>
  typeof value === 'string' && TIMES.test(name) ? Date.parse(value) : value

const withInstants = (result: unknown): unknown =>
  result === undefined ? undefined : JSON.parse(JSON.stringify(result), toInstant)
