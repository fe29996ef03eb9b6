import { type AccountRecord, type ApiKeyRecord, foldEmail, type Hit, type Link } from '@shortlink/core'
import { type KeptClaim, placeOf } from './idempotency-keys.ts'
import type { RevokedToken } from './revoked-tokens.ts'
import { Table } from './table.ts'

/** Everything that the store holds. */
export type Tables = ReturnType<typeof emptyTables>

export const emptyTables = () => ({
  links: new Table<Link, 'slug' | 'owner'>((link) => link.id, { slug: addressOf, owner: (link) => link.owner }),
  hits: new Table<Hit, 'link'>((hit) => hit.id, { link: (hit) => hit.link }),
  users: new Table<AccountRecord, 'email'>((user) => user.id, { email: (user) => foldEmail(user.email) }),
  apiKeys: new Table<ApiKeyRecord, 'digest' | 'owner'>((key) => key.id, {
    digest: (key) => key.digest,
    owner: (key) => key.owner,
  }),
  revokedTokens: new Table<RevokedToken>((token) => token.id, {}),
  idempotencyKeys: new Table<KeptClaim, 'caller'>(placeOf, { caller: (claim) => claim.caller }),
})

/** Unique over all links: a slug is taken on one hostname alone. A hostname has no slash. */
export const addressOf = ({ hostname, slug }: Pick<Link, 'hostname' | 'slug'>) => `${hostname}/${slug}`
