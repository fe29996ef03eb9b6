import { deleteAnyLink, findAnyLink, type Link, setLinkDisabled } from '@shortlink/core'
import { deleteRemotely } from '../remote/links.ts'
import type { Given } from '../table/parameters.ts'
import { type Host, operatorRow, type Row } from '../table/row.ts'
import { linkAddress } from './links.ts'

const shown = (host: Host, link: Link, state: object, words: string) => ({
  json: { id: link.id, slug: link.slug, shortUrl: host.shortUrl(link), target: link.target, ...state },
  lines: [`${host.shortUrl(link)} ${words}`],
})

const disabling = (disabled: boolean) => ({
  effect: 'writes' as const,
  parameters: linkAddress,
  work: ({ ports }: Host, { slug, host }: Given) => setLinkDisabled(ports, { slug, host }, disabled),
  show: (link: Link, host: Host) =>
    shown(host, link, { disabled }, `is ${disabled ? 'disabled' : 'enabled'} now; it leads to ${link.target}`),
})

const remove: Row = {
  path: 'link delete',
  summary: 'Permanently delete a link with its visits',
  access: 'operator',
  effect: 'writes',
  confirms: true,
  parameters: linkAddress,
  examples: ['link delete spring', 'link delete spring --host go.example.com --yes'],
  remotely: deleteRemotely,
  async run(host, given) {
    const address = { slug: given.slug, host: given.host }
    const found = await host.settle(findAnyLink(host.ports, address))
    await host.confirm(`Delete ${host.shortUrl(found)}, which leads to ${found.target}, with its visits?`)
    const link = await host.settle(deleteAnyLink(host.ports, address))
    return shown(host, link, { deleted: true }, `is deleted; it led to ${link.target}`)
  },
}

export const takeDownRows: readonly Row[] = [
  operatorRow({
    path: 'link disable',
    summary: 'Refuse visitors of a link with 410 Link disabled',
    examples: ['link disable spring', 'link disable spring --host go.example.com'],
    ...disabling(true),
  }),
  operatorRow({
    path: 'link enable',
    summary: 'Undo link disable',
    examples: ['link enable spring'],
    ...disabling(false),
  }),
  remove,
]
