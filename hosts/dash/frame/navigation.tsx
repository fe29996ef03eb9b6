import { Ellipsis, Plus, Search } from 'lucide'
import { useLocation } from 'preact-iso'
import type { Place } from '../places.ts'
import icon from '../public/icon.svg?inline'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { useWords } from '../ui/words.tsx'
import { AccountItems, AccountMenu } from './account-menu.tsx'
import styles from './navigation.module.css'
import { usePlaces } from './use-places.ts'

interface NavigationProps {
  readonly onSearch: () => void
  readonly onKeys: () => void
}

/** A side bar; on narrow screens a bar at the bottom with the most used places, and the others in a menu. */
export function Navigation({ onSearch, onKeys }: NavigationProps) {
  const { words } = useWords()
  const places = usePlaces()
  return (
    <nav class={`${styles.bar} no-print`} aria-label={words.frame.navigation}>
      <a class={styles.brand} href="/dash">
        <img src={icon} alt="" width="28" height="28" />
        shortlink
      </a>
      <button type="button" class={styles.search} onClick={onSearch}>
        <Icon of={Search} size={16} />
        <span class="one-line">{words.frame.search}</span>
        <kbd>{words.keys[0]?.[0]}</kbd>
      </button>
      <ul>
        {places.map((place) => (
          <li key={place.href} class={placeClass(place)}>
            <PlaceLink place={place} />
          </li>
        ))}
        <li class={styles.narrow}>
          <Menu label={words.frame.more} icon={Ellipsis} text={words.frame.more} opensUp>
            {places
              .filter(({ isInBar, name }) => !isInBar && name !== 'settings')
              .map((place) => (
                <PlaceLink key={place.href} place={place} />
              ))}
            <hr />
            <AccountItems onKeys={onKeys} />
          </Menu>
        </li>
      </ul>
      <div class={styles.account}>
        <AccountMenu onKeys={onKeys} />
      </div>
    </nav>
  )
}

const placeClass = ({ name, isInBar }: Place) =>
  name === 'create' ? styles.create : name === 'settings' ? styles.menuOnly : isInBar ? undefined : styles.wide

function PlaceLink({ place: { href, icon, name, below } }: { readonly place: Place }) {
  const { words } = useWords()
  const { path } = useLocation()
  const isHere = path === href || (below !== undefined && path.startsWith(below))
  return (
    <a href={href} aria-current={isHere ? 'page' : undefined}>
      <Icon of={name === 'create' ? Plus : icon} size={20} />
      <span>{words.frame[name]}</span>
      {name === 'create' && (
        <span class={styles.key} aria-hidden="true">
          <kbd>c</kbd>
        </span>
      )}
    </a>
  )
}
