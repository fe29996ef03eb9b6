import { deleteAnyLink, type Link, setLinkDisabled } from '@shortlink/core'
import { type Given, parameter } from '../table/parameters.ts'
import { type Host, operatorRow, type Row } from '../table/row.ts'

const address = [
  parameter('<slug>', 'slug of the link, of any owner'),
  parameter('--host <hostname>', 'verified custom domain of the link; default: the service’s own host'),
]

const shown = (host: Host, link: Link, state: object, words: string) => ({
  json: { id: link.id, slug: link.slug, shortUrl: host.shortUrl(link), target: link.target, ...state },
  lines: [`${host.shortUrl(link)} ${words}`],
})

const disabling = (disabled: boolean) => ({
  effect: 'writes' as const,
  parameters: address,
  work: ({ ports }: Host, { slug, host }: Given) => setLinkDisabled(ports, { slug, host }, disabled),
  show: (link: Link, host: Host) =>
    shown(host, link, { disabled }, `is ${disabled ? 'disabled' : 'enabled'} now; it leads to ${link.target}`),
})

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
  operatorRow({
    path: 'link delete',
    summary: 'Delete a link with its recorded visits permanently; frees its slug',
    effect: 'writes',
    confirms: true,
    parameters: address,
    examples: ['link delete spring', 'link delete spring --host go.example.com --yes'],
    work: ({ ports }, { slug, host }) => deleteAnyLink(ports, { slug, host }),
    show: (link, host) => shown(host, link, { deleted: true }, `is deleted; it led to ${link.target}`),
  }),
]
