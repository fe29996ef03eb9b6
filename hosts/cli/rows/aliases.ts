import {
  addShortlinkAlias,
  type DomainError,
  findAnyLink,
  type Link,
  onBehalfOf,
  removeShortlinkAlias,
  type User,
} from '@shortlink/core'
import type { ResultAsync } from 'neverthrow'
import { changeAliasRemotely } from '../remote/aliases.ts'
import { parameter } from '../table/parameters.ts'
import type { Host, Row } from '../table/row.ts'
import { changedAliases } from './aliases-shown.ts'
import { linkAddress, ownerOf } from './links.ts'

/** A command that changes the aliases of a link of any account. */
const changing = (
  work: (host: Host, owner: User, alias: { id: string; slug: string }) => ResultAsync<Link, DomainError>,
  mutation: Parameters<typeof changeAliasRemotely>[0],
  meaning: string,
) =>
  ({
    access: 'operator',
    effect: 'writes',
    parameters: [linkAddress[0], parameter('<alias>', meaning), linkAddress[1]],
    remotely: changeAliasRemotely(mutation),
    async run(host, { slug, host: hostname, alias }) {
      const link = await host.settle(findAnyLink(host.ports, { slug, host: hostname }))
      const { id } = link
      const changed = await host.settle(work(host, onBehalfOf(ownerOf(link)), { id, slug: alias }))
      return changedAliases({ ...changed, shortUrl: host.shortUrl(changed) })
    },
  }) satisfies Partial<Row>

export const aliasRows: readonly Row[] = [
  {
    path: 'link alias add',
    summary: 'Add an alias to a link',
    examples: ['link alias add spring sale', 'link alias add spring sale --host go.example.com'],
    ...changing(
      ({ app }, owner, alias) => app.run(addShortlinkAlias, owner, alias),
      'addShortlinkAlias',
      'the further slug',
    ),
  },
  {
    path: 'link alias remove',
    summary: 'Remove an alias from a link',
    examples: ['link alias remove spring sale'],
    ...changing(
      ({ app }, owner, alias) => app.run(removeShortlinkAlias, owner, alias),
      'removeShortlinkAlias',
      'the further slug to remove',
    ),
  },
]
