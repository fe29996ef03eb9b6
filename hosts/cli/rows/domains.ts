import { addDomain, type Domain, deleteDomain, listDomains, verifyDomain } from '@shortlink/core'
import { forgetHostname } from '@shortlink/core/host'
import { err } from 'neverthrow'
import { CommandFailed } from '../failure.ts'
import { parameter, parametersOf } from '../parameters.ts'
import { isoOf, minuteOf, toColumns } from '../table/columns.ts'
import { type Host, type Row, row, type Shown } from '../table/row.ts'

const hostname = parameter('<hostname>', 'such as go.example.com')

const toShown = ({ id, hostname, verified, sslStatus, txtToken, createdAt }: Domain) => ({
  ...{ id, hostname, verified, sslStatus, txtToken },
  createdAt: isoOf(createdAt),
})

/** Returns the records to create in DNS: the proof of the claim, and the route to this service. */
const recordsOf = ({ hostname, txtToken }: Domain, { settings }: Host) => [
  { type: 'TXT', name: `_shortlink.${hostname}`, value: `shortlink-verify=${txtToken}` },
  { type: 'CNAME', name: hostname, value: new URL(settings.BASE_URL).hostname },
]

/** Returns the account's claim of a hostname. */
async function claimOf(host: Host, name: string): Promise<Domain> {
  const domains = await host.settle(host.app.run(listDomains, host.account(), {}))
  const wanted = name.trim().toLowerCase().replace(/\.$/, '')
  const found = domains.find(({ id, hostname }) => hostname === wanted || id === name)
  if (found === undefined) throw new CommandFailed(`the account has no domain ${name}`, { code: 'NOT_FOUND' })
  return found
}

const verify: Row = {
  path: 'domain verify',
  summary: 'Verify a domain by its TXT record and enable its links',
  access: 'account',
  effect: 'writes',
  dryRun: false,
  parameters: [hostname],
  examples: ['domain verify go.example.com --user ada@example.com'],
  async run(host, given) {
    const { id } = await claimOf(host, given.hostname)
    const domain = await host.settle(host.app.run(verifyDomain, host.account(), { id }))
    if (domain.verified) return { json: toShown(domain), lines: [`${domain.hostname} is verified`] }
    const [record] = recordsOf(domain, host)
    throw new CommandFailed(
      `${domain.hostname} is not verified: the TXT record ${record?.value} at ${record?.name} was not found; DNS changes can take minutes`,
      { code: 'NOT_FOUND' },
    )
  },
}

const remove: Row = {
  path: 'domain delete',
  summary: 'Delete a domain; its links stop working',
  access: 'account',
  effect: 'writes',
  confirms: true,
  parameters: [hostname],
  examples: ['domain delete go.example.com --user ada@example.com --yes'],
  async run(host, given): Promise<Shown> {
    const { id, hostname } = await claimOf(host, given.hostname)
    await host.confirm(`Delete ${hostname}? Its links stop working.`)
    const deleted = await host.settle(host.app.run(deleteDomain, host.account(), { id }))
    return { json: { id, hostname, deleted }, lines: [`Deleted ${hostname}`] }
  },
}

const forget: Row = {
  path: 'domain forget',
  summary: 'Free a hostname that was once claimed as a domain',
  access: 'operator',
  effect: 'writes',
  parameters: [hostname],
  examples: ['domain forget go.example.com'],
  notes: `A hostname that was ever claimed serves only the links of its verified owner, even after its deletion or lapse, so that no other
account inherits printed links. Free it before the service itself uses it again. Its owner has to delete a verified domain first.
With SQLite, a running server applies the change within ten seconds.`,
  async run({ onPorts }, { hostname }) {
    const forgotten = await onPorts((ports) =>
      forgetHostname(ports, hostname).orElse((error) => {
        if (error.type !== 'domain-taken') return err(error)
        throw new CommandFailed(`${hostname} is a verified domain`, { code: 'CONFLICT' })
      }),
    )
    if (!forgotten) throw new CommandFailed(`${hostname} was never claimed`, { code: 'NOT_FOUND' })
    return { json: { hostname, forgotten }, lines: [`${hostname} is free`] }
  },
}

export const domainRows: readonly Row[] = [
  row({
    path: 'domain list',
    summary: 'List an account’s domains, newest first',
    useCase: listDomains,
    access: 'account',
    effect: 'reads',
    parameters: [],
    examples: ['domain list --user ada@example.com'],
    show: (domains) => ({
      json: domains.map(toShown),
      lines: toColumns(
        ['HOSTNAME', 'STATE', 'CERTIFICATE', 'CREATED'],
        domains.map(({ hostname, verified, sslStatus, createdAt }) => [
          ...[hostname, verified ? 'verified' : 'not verified', sslStatus, minuteOf(createdAt)],
        ]),
      ),
    }),
  }),
  row({
    path: 'domain add',
    summary: 'Claim a hostname for an account, and print the DNS records to create',
    useCase: addDomain,
    access: 'account',
    effect: 'writes',
    parameters: parametersOf(addDomain.input, { hostname: ['<hostname>', hostname.description] }),
    notes: 'An apex domain cannot have a CNAME record; add A and AAAA records with the addresses of this server.',
    examples: ['domain add go.example.com --user ada@example.com'],
    show: (domain, host) => ({
      json: { ...toShown(domain), records: recordsOf(domain, host) },
      lines: toColumns(
        ['TYPE', 'NAME', 'VALUE'],
        recordsOf(domain, host).map(({ type, name, value }) => [type, name, value]),
      ),
      notes: [
        domain.verified
          ? `${domain.hostname} is verified; keep these DNS records`
          : `create these DNS records, leave them there, and run "shortlink domain verify ${domain.hostname} --user ${host.user}"`,
      ],
    }),
  }),
  verify,
  remove,
  forget,
]
