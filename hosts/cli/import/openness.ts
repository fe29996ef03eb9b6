import { findAnyLink, type Link, type User } from '@shortlink/core'
import type { Planned } from '../../import/plan-row.ts'
import type { CommandContext } from '../command.ts'

type Tools = Pick<CommandContext, 'ports'>

/** What closes a link or limits it, in the names of losses, by the field of an import. */
const CLOSING = {
  disabled: 'disabled',
  enabled: 'not enabled',
  password: 'password',
  startsAt: 'start',
  expiresAt: 'expiry',
  maxVisits: 'visit-limit',
} as const

/** By what a link is closed or limited in the file, but not where the account has it already; nothing if it is closed there. */
export async function opennessHere(
  tools: Tools,
  caller: User,
  { link, source, isClosed }: Extract<Planned, { readonly kind: 'link' }>,
): Promise<readonly string[]> {
  const here = await linkHere(tools, caller, link.hostname, source)
  if (here === undefined || !isOpen(here)) return []
  const isAbsent = {
    disabled: true,
    enabled: !(isClosed && here.hasPassword),
    password: !here.hasPassword,
    startsAt: here.startsAt === null,
    expiresAt: here.expiresAt === null,
    maxVisits: here.maxVisits === null,
  }
  return (Object.keys(CLOSING) as (keyof typeof CLOSING)[])
    .filter((name) => (name === 'enabled' ? link.enabled === false : Boolean(link[name])) && isAbsent[name])
    .map((name) => (name === 'enabled' && isClosed ? 'password' : CLOSING[name]))
}

/** Whether the account has the link already, from an earlier import or by hand, and visitors may follow it. */
export async function isOpenHere(tools: Tools, caller: User, hostname: unknown, source: Planned['source']) {
  const here = await linkHere(tools, caller, hostname, source)
  return here !== undefined && isOpen(here)
}

const isOpen = ({ disabled, enabled }: Link) => !disabled && enabled

async function linkHere(
  { ports }: Tools,
  { userId }: User,
  hostname: unknown,
  { slug, target }: Planned['source'],
): Promise<Link | undefined> {
  // Other text is no slug, and not all of it can be asked for.
  if (typeof slug !== 'string' || !/^[\w-]+$/.test(slug)) return undefined
  const link = (await findAnyLink(ports, { slug, host: (hostname as string | null) ?? undefined })).unwrapOr(undefined)
  return link?.slug === slug && link.owner === userId && link.target === target ? link : undefined
}
