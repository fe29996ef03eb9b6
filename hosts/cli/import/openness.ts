import type { Link, User } from '@shortlink/core'
import { findAnyLink } from '@shortlink/core/host'
import { isOpen, opennessOf } from '../../import/openness.ts'
import type { Planned } from '../../import/plan-row.ts'
import type { CommandContext } from '../command.ts'

type Tools = Pick<CommandContext, 'ports'>

/** Returns the restrictions that a link has in the file but not in the account; none if it is closed in the account. */
export async function opennessHere(
  tools: Tools,
  caller: User,
  planned: Extract<Planned, { readonly kind: 'link' }>,
): Promise<readonly string[]> {
  const here = await linkHere(tools, caller, planned.link.hostname, planned.source)
  return here === undefined ? [] : opennessOf(planned, here)
}

/** Whether the account already has the link, from an earlier import or by hand, and visitors may follow it. */
export async function isOpenHere(tools: Tools, caller: User, hostname: unknown, source: Planned['source']) {
  const here = await linkHere(tools, caller, hostname, source)
  return here !== undefined && isOpen(here)
}

async function linkHere(
  { ports }: Tools,
  { userId }: User,
  hostname: unknown,
  { slug, target }: Planned['source'],
): Promise<Link | undefined> {
  // Other text is no slug, and some of it is no valid input of a lookup.
  if (typeof slug !== 'string' || !/^[\w-]+$/.test(slug)) return undefined
  const link = (await findAnyLink(ports, { slug, host: (hostname as string | null) ?? undefined })).unwrapOr(undefined)
  return link?.slug === slug && link.owner === userId && link.target === target ? link : undefined
}
