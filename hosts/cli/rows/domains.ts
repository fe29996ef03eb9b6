import { forgetHostname } from '@shortlink/core'
import { CommandFailed } from '../failure.ts'
import { parameter } from '../table/parameters.ts'
import type { Row } from '../table/row.ts'

const hostname = parameter('<hostname>', 'such as go.example.com')

const forget: Row = {
  path: 'domain forget',
  summary: 'Free a hostname that was claimed as a domain before',
  access: 'operator',
  effect: 'writes',
  parameters: [hostname],
  examples: ['domain forget go.example.com'],
  notes: `A hostname that was ever claimed serves only the links of its verified owner, also after it was given up or has lapsed, so that no other
account inherits printed links. Free it when it is the service's own again. A verified domain is refused: its owner deletes it first.
On SQLite a running server sees the change within ten seconds.`,
  async run({ ports, settle }, { hostname }) {
    const result = forgetHostname(ports, hostname)
    const settled = await result
    if (settled.isErr() && settled.error.type === 'domain-taken')
      throw new CommandFailed(`${hostname} is a verified domain`, { code: 'CONFLICT' })
    const forgotten = await settle(result)
    if (!forgotten) throw new CommandFailed(`${hostname} was never claimed`, { code: 'NOT_FOUND' })
    return { json: { hostname, forgotten }, lines: [`${hostname} is free`] }
  },
}

export const domainRows: readonly Row[] = [forget]
