import type { IconName } from './icons.ts'
import { networkOf } from './networks.ts'

/** Icon and destination that a visitor sees before following a link. */
export interface LinkHint {
  readonly icon: IconName
  readonly where: string
}

const KINDS: Record<string, { icon: IconName; where: string | ((address: string) => string) }> = {
  mailto: { icon: 'mail', where: beforeQuery },
  tel: { icon: 'phone', where: beforeQuery },
  sms: { icon: 'chat', where: beforeQuery },
  facetime: { icon: 'video', where: 'FaceTime' },
  'facetime-audio': { icon: 'phone', where: 'FaceTime audio' },
  whatsapp: { icon: 'chat', where: 'WhatsApp' },
  tg: { icon: 'chat', where: 'Telegram' },
  signal: { icon: 'chat', where: 'Signal' },
  xmpp: { icon: 'chat', where: beforeQuery },
  geo: { icon: 'place', where: 'Map' },
  maps: { icon: 'place', where: 'Map' },
}

/** The host of a web URL in its ASCII form, so that look-alike letters cannot deceive; for other schemes the recipient. */
export function linkHint(url: string): LinkHint {
  const { protocol, hostname } = new URL(url)
  const scheme = protocol.slice(0, -1)
  const kind = KINDS[scheme]
  if (!kind) return { icon: networkOf(hostname) ?? 'web', where: hostname.replace(/^www\./, '') }
  const where = typeof kind.where === 'string' ? kind.where : kind.where(url.slice(scheme.length + 1))
  return { icon: kind.icon, where: where || scheme }
}

function beforeQuery(address: string): string {
  const [before = ''] = address.replace(/^\/\//, '').split('?', 1)
  try {
    return decodeURIComponent(before)
  } catch {
    return before
  }
}
