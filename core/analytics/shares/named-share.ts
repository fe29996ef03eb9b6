import type { Links } from '../../links/links.port.ts'
import type { Tags } from '../../tags/tags.port.ts'
import type { NamedStatShare } from './stat-share.ts'
import type { StatShareRecord } from './stat-shares.port.ts'

interface NamePorts {
  readonly store: { readonly links: Pick<Links, 'addresses'>; readonly tags: Pick<Tags, 'findOwned'> }
}

/** The share with the name of its link or tag, without its secrets; undefined if the owner has no such link or tag any more. */
export async function namedShare({ store }: NamePorts, record: StatShareRecord): Promise<NamedStatShare | undefined> {
  const { digest: _digest, passwordHash, ...share } = record
  const named = (name: string | null) => ({ ...share, hasPassword: passwordHash !== null, name })
  if (share.linkId !== null) {
    const [address] = await store.links.addresses(share.owner, [share.linkId])
    return address && named(address.hostname === '' ? address.slug : `${address.hostname}/${address.slug}`)
  }
  if (share.tagId === null) return named(null)
  const tag = await store.tags.findOwned(share.owner, share.tagId)
  return tag && named(tag.name)
}
