import { useQuery } from '@tanstack/preact-query'
import { useId, useState } from 'preact/hooks'
import { signOut } from '../account/sign-out.ts'
import { firstLinks } from '../links/queries.ts'
import { useGo } from '../ui/browser/navigation.ts'
import { setPreference, THEMES } from '../ui/browser/preferences.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useDebounced } from '../ui/hooks/use-debounced.ts'
import { isAddress, withScheme } from '../ui/text/is-address.ts'
import { useWords } from '../ui/words.tsx'
import styles from './palette.module.css'
import { usePlaces } from './use-places.ts'

interface Choice {
  readonly name: string
  readonly detail?: string
  readonly run: () => void
}

interface PaletteProps {
  readonly onClose: () => void
  readonly onKeys: () => void
}

/** Pages, actions and links by their name; a combobox after the ARIA Authoring Practices Guide. */
export function Palette({ onClose, onKeys }: PaletteProps) {
  const { words } = useWords()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { choices, isNothing } = useChoices(text, onKeys)
  const chosen = Math.min(at, choices.length - 1)
  const run = (choice: Choice | undefined) => {
    if (choice === undefined) return
    onClose()
    choice.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Enter') run(choices[chosen])
    if (step === 0) return
    event.preventDefault()
    setAt((chosen + step + choices.length) % Math.max(1, choices.length))
  }
  return (
    <Dialog title={words.frame.palette} onClose={onClose}>
      <input
        role="combobox"
        aria-label={words.frame.palette}
        aria-expanded={choices.length > 0}
        aria-controls={id}
        aria-activedescendant={choices.length > 0 ? `${id}-${chosen}` : undefined}
        autocomplete="off"
        placeholder={words.frame.paletteHint}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div id={id} role="listbox" aria-label={words.frame.palette} class={styles.choices}>
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
          <div
            key={`${choice.name} ${choice.detail}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            class={styles.choice}
            onClick={() => run(choice)}
          >
            <span class="one-line">{choice.name}</span>
            <span class="one-line muted small">{choice.detail}</span>
          </div>
        ))}
      </div>
      <p class="muted" role="status">
        {isNothing && words.frame.noChoice}
      </p>
    </Dialog>
  )
}

function useChoices(text: string, onKeys: () => void) {
  const { words } = useWords()
  const go = useGo()
  const places = usePlaces()
  const search = useDebounced(text.trim(), 150)
  const found = useQuery({ ...firstLinks(search), enabled: search !== '' && !isAddress(search) })
  const fixed: readonly Choice[] = [
    ...places.map(({ name, href }) => ({ name: words.frame[name], run: () => go(href) })),
    { name: words.frame.import, run: () => go('/dash/settings/import') },
    { name: words.frame.keys, run: onKeys },
    ...THEMES.map((theme) => ({
      name: `${words.settings.theme}: ${words.settings.themes[theme]}`,
      run: () => setPreference('theme', theme),
    })),
    { name: words.frame.signOut, run: signOut },
  ]
  const typed = text.trim()
  const address = withScheme(typed)
  const shorten: readonly Choice[] = isAddress(address)
    ? [{ name: words.frame.shorten, detail: address, run: () => go(`/dash/new?url=${encodeURIComponent(address)}`) }]
    : []
  if (isAddress(typed)) return { choices: shorten, isNothing: false }
  const links = typed === '' ? [] : (found.data?.items ?? [])
  const choices: readonly Choice[] = [
    ...fixed.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())),
    ...links.map((link) => ({
      name: link.shortlink,
      detail: link.title ?? link.target,
      run: () => go(`/dash/links/${link.id}`),
    })),
    // A host without a scheme may be a search text.
    ...shorten,
  ]
  return { choices, isNothing: choices.length === 0 && search === typed && !found.isFetching }
}
