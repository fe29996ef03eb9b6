import { z } from 'zod'
import { readHost } from '../domains/host-name.ts'
import type { LinkId, UserId } from '../kernel/ids.ts'
import { id, text } from '../kernel/input.ts'
import type { Ports } from '../ports.ts'
import { type Link, namespaceOf } from './link.ts'
import { findWritten } from './loose-slugs.ts'
import { ExternalId } from './option-inputs.ts'

/** The members of an input that name one of the caller's links, to be checked by {@link namesOneLink}. */
export const linkRefInput = {
  id: id<LinkId>().nullish().describe("The link's id."),
  slug: text('slug', { max: 2048 }).nullish().describe('Or its slug.'),
  hostname: text('hostname', { max: 1024 }).nullish().describe("The slug's custom domain, if any."),
}

/** Names a link by its id, or by its slug and the hostname that it lives on. */
export interface LinkRef {
  readonly id?: LinkId | null | undefined
  readonly slug?: string | null | undefined
  readonly hostname?: string | null | undefined
}

/** Names a link as {@link LinkRef} does, or by its external id. */
export interface AnyLinkRef extends LinkRef {
  readonly externalId?: string | null | undefined
}

/** A refinement: exactly one of `id` and `slug` is given, and `hostname` only with `slug`. */
export function namesOneLink({ id, slug, hostname }: LinkRef, context: z.RefinementCtx): void {
  const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  if (id == null && slug == null) refuse('id', 'id or slug is required')
  else if (id != null && slug != null) refuse('slug', 'id and slug cannot be combined; send only one')
  else if (id != null && hostname != null) refuse('hostname', 'hostname requires slug; an id needs no hostname')
}

/** Input that identifies exactly one link. */
export const LinkRefInput = z.object(linkRefInput).superRefine(namesOneLink)

/** The same, or by an external id. */
export const AnyLinkRefInput = z
  .object({ ...linkRefInput, externalId: ExternalId.nullish().describe('Or its externalId.') })
  .superRefine(({ externalId, ...ref }, context) => {
    if (externalId == null) return namesOneLink(ref, context)
    const other = Object.entries(ref).find(([, value]) => value != null)
    if (other)
      context.addIssue({ code: 'custom', path: [other[0]], message: `${other[0]} and externalId cannot be combined` })
  })

/** One of the owner's links; `undefined` if not found. */
export async function findByRef(
  { store, policy }: Pick<Ports, 'store' | 'policy'>,
  owner: UserId,
  { id, slug, hostname }: LinkRef,
): Promise<Link | undefined> {
  if (id != null) return store.links.findOwned(owner, id)
  const namespace = namespaceOf({ owner, hostname: readHost(hostname ?? '', new Set(policy.ownHosts)) })
  const link = await findWritten(policy.slugs, slug ?? '', (slug) => store.links.findBySlug(namespace, slug))
  return link?.owner === owner ? link : undefined
}

/** The same, also by an external id. */
export const findByAnyRef = async (
  ports: Pick<Ports, 'store' | 'policy'>,
  owner: UserId,
  { externalId, ...ref }: AnyLinkRef,
): Promise<Link | undefined> =>
  externalId == null ? findByRef(ports, owner, ref) : ports.store.links.findByExternalId(owner, externalId)

/** The given id, which may have no link, or the id of one of the owner's links. */
export const idByRef = async (
  ports: Pick<Ports, 'store' | 'policy'>,
  owner: UserId,
  ref: LinkRef,
): Promise<LinkId | undefined> => ref.id ?? (await findByRef(ports, owner, ref))?.id
