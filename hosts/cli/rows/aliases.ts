import { addShortlinkAlias, removeShortlinkAlias } from '@shortlink/core'
import { findLink } from '../links/find-link.ts'
import { parameter } from '../parameters.ts'
import { onEither, type Row } from '../table/row.ts'
import { linkAddress } from './links.ts'

/** Returns the parts of a command that changes the aliases of a link of any account. */
const changing = (useCase: typeof addShortlinkAlias | typeof removeShortlinkAlias, meaning: string) =>
  ({
    access: 'operator',
    effect: 'writes',
    parameters: [linkAddress[0], parameter('<alias>', meaning), linkAddress[1]],
    ...onEither(async (host, { alias, ...address }) => {
      const link = await findLink(host, address)
      const { aliases } = await host.run(useCase, { id: link.id, slug: alias }, link)
      const shortUrl = host.shortUrl(link)
      const state = aliases.length === 0 ? 'has no aliases' : `has the aliases ${aliases.join(', ')}`
      return { json: { id: link.id, slug: link.slug, shortUrl, aliases }, lines: [`${shortUrl} ${state}`] }
    }),
  }) satisfies Partial<Row>

export const aliasRows: readonly Row[] = [
  {
    path: 'link alias add',
    summary: 'Add an alias to a link',
    examples: ['link alias add spring sale', 'link alias add spring sale --host go.example.com'],
    ...changing(addShortlinkAlias, 'the alias'),
  },
  {
    path: 'link alias remove',
    summary: 'Remove an alias from a link',
    examples: ['link alias remove spring sale'],
    ...changing(removeShortlinkAlias, 'the alias to remove'),
  },
]
