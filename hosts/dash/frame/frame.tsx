import { Ellipsis, Keyboard, LogOut } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { OfflineBanner } from '../account/offline-banner.tsx'
import { SessionDialog } from '../account/session-dialog.tsx'
import { signOut } from '../account/sign-out.ts'
import type { Place } from '../places.ts'
import icon from '../public/icon.svg?inline'
import { useShortcuts } from '../shortcuts.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { Toasts } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './frame.module.css'
import { KeysList } from './keys-list.tsx'
import { Palette } from './palette.tsx'
import { usePlaces } from './use-places.ts'

/** The frame around every page of a signed-in user: navigation, toasts, and the dialogs that any page may need. */
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
      {open === 'keys' && <KeysList onClose={close} />}
    </div>
  )
}

/** A side bar; on narrow screens a bar at the bottom with the most used places, and the others in a menu. */
function Navigation({ onKeys }: { readonly onKeys: () => void }) {
  const { words } = useWords()
  const places = usePlaces()
  return (
    <nav class={`${styles.bar} no-print`} aria-label={words.frame.navigation}>
      <a class={styles.brand} href="/dash">
        <img src={icon} alt="" width="28" height="28" />
        shortlink
      </a>
      <ul>
        {places.map((place) => (
          <li key={place.href} class={place.isInBar ? undefined : styles.wide}>
            <PlaceLink place={place} />
          </li>
        ))}
        <li class={styles.narrow}>
          <Menu label={words.frame.more} icon={Ellipsis} text={words.frame.more} opensUp>
            {places
              .filter(({ isInBar }) => !isInBar)
              .map((place) => (
                <PlaceLink key={place.href} place={place} />
              ))}
            <button type="button" onClick={signOut}>
              <Icon of={LogOut} size={20} />
              {words.frame.signOut}
            </button>
          </Menu>
        </li>
      </ul>
      <div class={styles.more}>
        <button type="button" class="button plain" onClick={onKeys}>
          <Icon of={Keyboard} />
          {words.frame.keys}
        </button>
        <button type="button" class="button plain" onClick={signOut}>
          <Icon of={LogOut} />
          {words.frame.signOut}
        </button>
      </div>
    </nav>
  )
}

function PlaceLink({ place: { href, icon, name, below } }: { readonly place: Place }) {
  const { words } = useWords()
  const { path } = useLocation()
  const isHere = path === href || (below !== undefined && path.startsWith(below))
  return (
    <a href={href} aria-current={isHere ? 'page' : undefined}>
      <Icon of={icon} size={20} />
      <span>{words.frame[name]}</span>
    </a>
  )
}
