import { deleteLinks, type LinkOutline, setLinkDisabled } from '@shortlink/core'
import { deleteAnyLink, findAnyLink } from '@shortlink/core/host'
import { CommandFailed } from '../failure.ts'
import { findLink } from '../links/find-link.ts'
import { type Host, onEither, type Row, row } from '../table/row.ts'
import { linkAddress } from './links.ts'

const shown = ({ shortUrl }: Pick<Host, 'shortUrl'>, link: LinkOutline, state: object, words: string) => ({
  json: { id: link.id, slug: link.slug, shortUrl: shortUrl(link), target: link.target, ...state },
  lines: [`${shortUrl(link)} ${words} ${link.target}`],
})

/** Declares a command that disables or enables a link. */
const disabling = (disabled: boolean, { path, summary, examples }: Pick<Row, 'path' | 'summary' | 'examples'>) =>
  row({
    path,
    summary,
    examples,
    useCase: setLinkDisabled,
    access: 'operator',
    effect: 'writes',
    parameters: linkAddress,
    input: async ({ slug, host }, { ports, settle }) => ({
      id: (await settle(findAnyLink(ports, { slug, host }))).id,
      disabled,
    }),
    show: (link, host) => shown(host, link, { disabled }, `is ${disabled ? 'disabled' : 'enabled'}; target:`),
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
    await host.confirm(`Delete ${host.shortUrl(link)}, which redirects to ${link.target}, and its visits?`)
    if (host.remote) {
      const [item] = await host.run(deleteLinks, { ids: [link.id] })
      if (!item?.ok) throw new CommandFailed(item?.error ?? '', { code: 'FORBIDDEN' })
    } else await host.run(deleteAnyLink, { id: link.id })
    return shown(host, link, { deleted: true }, 'is deleted; target:')
  }),
}

export const takeDownRows: readonly Row[] = [
  disabling(true, {
    path: 'link disable',
    summary: 'Disable a link; visitors get 410 Link disabled',
    examples: ['link disable spring', 'link disable spring --host go.example.com'],
  }),
  disabling(false, { path: 'link enable', summary: 'Undo link disable', examples: ['link enable spring'] }),
  remove,
]
