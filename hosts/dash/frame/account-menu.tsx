import { useQuery } from '@tanstack/preact-query'
import { BookOpen, ChevronsUpDown, CircleUserRound, Keyboard, LogOut, Settings } from 'lucide'
import { account, service } from '../account/queries.ts'
import { signOut } from '../account/sign-out.ts'
import { setPreference, THEMES, usePreference } from '../ui/browser/preferences.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './account-menu.module.css'

interface AccountMenuProps {
  readonly onKeys: () => void
}

/** The signed-in account, which opens a menu. */
export function AccountMenu({ onKeys }: AccountMenuProps) {
  const { words } = useWords()
  const { data } = useQuery(account)
  return (
    <Menu
      label={words.frame.account}
      icon={CircleUserRound}
      opensUp
      trigger={
        <span class={styles.account}>
          <span class="visually-hidden">{words.frame.account}</span>
          <span class={styles.letter} aria-hidden="true">
            {data?.name.slice(0, 1).toLocaleUpperCase()}
          </span>
          <span class={styles.names}>
            <bdi class="one-line">{data?.name}</bdi>
            <Email of={data?.email ?? ''} />
          </span>
          <Icon of={ChevronsUpDown} size={16} />
        </span>
      }
    >
      <AccountItems onKeys={onKeys} />
    </Menu>
  )
}

/** The email in one line, or in two with the domain below where it does not fit; the menu has all of it. */
function Email({ of }: { readonly of: string }) {
  const at = of.lastIndexOf('@')
  return (
    <bdi class={`muted small ${styles.email}`} title={of}>
      <span class="one-line">{of.slice(0, at)}</span>
      <span class="one-line">{of.slice(at)}</span>
    </bdi>
  )
}

/** The choices of the account's menu. */
export function AccountItems({ onKeys }: AccountMenuProps) {
  const { words } = useWords()
  const theme = usePreference('theme')
  const { data } = useQuery(service)
  const email = useQuery(account).data?.email
  return (
    <>
      <p class={`muted small ${styles.version}`}>
        <bdi>{email}</bdi>
      </p>
      <a href="/dash/settings">
        <Icon of={Settings} />
        {words.frame.settings}
      </a>
      <fieldset class={styles.themes}>
        <legend class="muted small">{words.settings.look}</legend>
        {THEMES.map((one) => (
          <button key={one} type="button" aria-pressed={one === theme} onClick={() => setPreference('theme', one)}>
            {words.settings.themes[one]}
          </button>
        ))}
      </fieldset>
      <button type="button" onClick={onKeys}>
        <Icon of={Keyboard} />
        {words.frame.keys}
      </button>
      <a href="/docs" target="_blank" rel="noreferrer">
        <Icon of={BookOpen} />
        {words.frame.documentation}
      </a>
      <hr />
      <button type="button" onClick={signOut}>
        <Icon of={LogOut} />
        {words.frame.signOut}
      </button>
      {data && <p class={`muted small ${styles.version}`}>shortlink {data.version}</p>}
    </>
  )
}
