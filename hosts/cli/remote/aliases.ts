import { changedAliases } from '../rows/aliases-shown.ts'
import type { RemoteRun } from '../table/row.ts'
import { findLink, toShown } from './find-link.ts'

/** Changes the aliases of one of the account's links by a mutation of GraphQL. */
export const changeAliasRemotely =
  (mutation: 'addShortlinkAlias' | 'removeShortlinkAlias'): RemoteRun =>
  async ({ remote }, { slug, host, alias }) => {
    const link = await findLink(remote, { slug, host })
    const { [mutation]: changed } = await remote.ask(
      `mutation ($id: ID!, $shortlink: String!) { ${mutation}(id: $id, shortlink: $shortlink) { aliases } }`,
      { id: link.id, shortlink: alias },
    )
    return changedAliases({ ...toShown(remote, link), aliases: changed.aliases })
  }
