import { deleteAnyLink, deleteLinks, type Link, type LinkOutline, setLinkDisabled } from '@shortlink/core'
import { CommandFailed } from '../failure.ts'
import { findLink } from '../links/find-link.ts'
import type { Given } from '../table/parameters.ts'
import { type Host, onEither, operatorRow, type Row } from '../table/row.ts'
import { linkAddress } from './links.ts'

const shown = ({ shortUrl }: Pick<Host, 'shortUrl'>, link: LinkOutline, state: object, words: string) => ({
  json: { id: link.id, slug: link.slug, shortUrl: shortUrl(link), target: link.target, ...state },
  lines: [`${shortUrl(link)} ${words} ${link.target}`],
})

const disabling = (disabled: boolean) => ({
  effect: 'writes' as const,
  parameters: linkAddress,
  work: ({ ports }: Host, { slug, host }: Given) => setLinkDisabled(ports, { slug, host }, disabled),
  show: (link: Link, host: Host) =>
    shown(host, link, { disabled }, `is ${disabled ? 'disabled' : 'enabled'} now; it leads to`),
})

const remove: Row = {
  path: 'link delete',
  summary: 'Permanently delete a link with its visits',
  access: 'operator',
  effect: 'writes',
  confirms: true,
  parameters: linkAddress,
  examples: ['link delete spring', 'link delete spring --host go.example.com --yes'],
  ...onEither(async (host, { slug, host: hostname }) => {
    const link = await findLink(host, { slug, host: hostname })
    await host.confirm(`Delete ${host.shortUrl(link)}, which leads to ${link.target}, with its visits?`)
    if (host.remote) {
      const [item] = await host.run(deleteLinks, { ids: [link.id] })
      if (!item?.ok) throw new CommandFailed(item?.error ?? '', { code: 'FORBIDDEN' })
    } else await host.settle(deleteAnyLink(host.ports, { slug, host: hostname }))
    return shown(host, link, { deleted: true }, 'is deleted; it led to')
  }),
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
