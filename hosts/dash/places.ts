import { ChartColumn, Globe, type IconNode, IdCard, Link2, Plus, Settings, ShieldCheck, Webhook } from 'lucide'
import type { Messages } from './words/messages.ts'

/** A page that navigation, palette and keyboard shortcuts open. */
export interface Place {
  readonly href: string
  readonly icon: IconNode
  /** Its name among the words of the frame. */
  readonly name: keyof Messages['frame'] &
    ('links' | 'visits' | 'create' | 'bio' | 'domains' | 'webhooks' | 'settings' | 'admin')
  /** Second key after `g`; undefined if the place has a single-key shortcut. */
  readonly key?: string
  /** Whether the bar of narrow screens contains it; the others are in its menu. */
  readonly isInBar: boolean
  /** Whether pages below it belong to it. */
  readonly below?: string
  /** Whether only administrators see it. */
  readonly isForAdministrators?: boolean
}

/** The places in the order of the navigation. */
export const PLACES: readonly Place[] = [
  { href: '/dash', icon: Link2, name: 'links', key: 'l', isInBar: true, below: '/dash/links/' },
  { href: '/dash/visits', icon: ChartColumn, name: 'visits', key: 'v', isInBar: true },
  { href: '/dash/new', icon: Plus, name: 'create', isInBar: true },
  { href: '/dash/bio', icon: IdCard, name: 'bio', key: 'b', isInBar: true, below: '/dash/bio/' },
  { href: '/dash/domains', icon: Globe, name: 'domains', key: 'd', isInBar: false },
  { href: '/dash/webhooks', icon: Webhook, name: 'webhooks', key: 'w', isInBar: false, below: '/dash/webhooks/' },
  { href: '/dash/settings', icon: Settings, name: 'settings', key: 's', isInBar: false },
  {
    href: '/dash/admin',
    icon: ShieldCheck,
    name: 'admin',
    isInBar: false,
    below: '/dash/admin/',
    isForAdministrators: true,
  },
]
