import type { Planned } from './plan-row.ts'

/** Restrictions of a link, in the names of losses, by the field of an import. */
const CLOSING = {
  disabled: 'disabled',
  enabled: 'not enabled',
  password: 'password',
  startsAt: 'start',
  expiresAt: 'expiry',
  maxVisits: 'visit-limit',
} as const

/** How open a link of the account is. */
export interface LinkHere {
  readonly disabled: boolean
  readonly enabled: boolean
  readonly hasPassword: boolean
  readonly startsAt: unknown
  readonly expiresAt: unknown
  readonly maxVisits: unknown
}

/** Whether visitors may follow the link, ignoring times and limits. */
export const isOpen = ({ disabled, enabled }: Pick<LinkHere, 'disabled' | 'enabled'>) => !disabled && enabled

/** Restrictions of a link in the file that the account's link lacks; empty if the account's link is closed. */
export function opennessOf(
  { link, isClosed }: Extract<Planned, { readonly kind: 'link' }>,
  here: LinkHere,
): readonly string[] {
  if (!isOpen(here)) return []
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
