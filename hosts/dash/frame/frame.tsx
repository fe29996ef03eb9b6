import { ChartColumn, Keyboard, Link2, LogOut, Plus, Settings } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { SessionDialog } from '../account/session-dialog.tsx'
import { signOut } from '../account/sign-out.ts'
import { Icon } from '../ui/icon.tsx'
import { Toasts } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './frame.module.css'
import { KeysDialog } from './keys-dialog.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { Palette } from './palette.tsx'
import { useShortcuts } from './shortcuts.ts'

/** What surrounds every page of a signed-in user: navigation, short texts, and the dialogs that any page may need. */
export function Frame({ children }: { readonly children: ComponentChildren }) {
  const { words } = useWords()
  const [open, setOpen] = useState<'palette' | 'keys'>()
  const close = () => setOpen(undefined)
  useShortcuts({ openPalette: () => setOpen('palette'), openKeys: () => setOpen('keys') })
  return (
    <div class={styles.frame}>
      <a class="button skip" href="#main">
        {words.frame.skip}
      </a>
      <Navigation onKeys={() => setOpen('keys')} />
      <main id="main" class={styles.main} tabIndex={-1}>
        <OfflineBanner />
        {children}
      </main>
      <Toasts />
      <SessionDialog />
      {open === 'palette' && <Palette onClose={close} onKeys={() => setOpen('keys')} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
    </div>
  )
}

function Navigation({ onKeys }: { readonly onKeys: () => void }) {
  const { words } = useWords()
  const { path } = useLocation()
  const items = [
    { href: '/dash', icon: Link2, name: words.frame.links, isHere: path === '/dash' || path.startsWith('/dash/links') },
    { href: '/dash/visits', icon: ChartColumn, name: words.frame.visits, isHere: path === '/dash/visits' },
    { href: '/dash/new', icon: Plus, name: words.frame.create, isHere: path === '/dash/new' },
    { href: '/dash/settings', icon: Settings, name: words.frame.settings, isHere: path === '/dash/settings' },
  ]
  return (
    <nav class={`${styles.bar} no-print`} aria-label={words.frame.navigation}>
      <a class={styles.brand} href="/dash">
        <img src="/dash/icon.svg" alt="" width="28" height="28" />
        shortlink
      </a>
      <ul>
        {items.map(({ href, icon, name, isHere }) => (
          <li key={href}>
            <a href={href} aria-current={isHere ? 'page' : undefined}>
              <Icon of={icon} size={20} />
              <span>{name}</span>
            </a>
          </li>
        ))}
      </ul>
      <div class={styles.more}>
        <button type="button" class="button plain" onClick={onKeys}>
          <Icon of={Keyboard} />
          {words.frame.keys}
        </button>
        <button type="button" class="button plain" onClick={() => void signOut()}>
          <Icon of={LogOut} />
          {words.frame.signOut}
        </button>
      </div>
    </nav>
  )
}
