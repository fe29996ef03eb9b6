import { useQuery } from '@tanstack/preact-query'
import { ArrowDownUp, Bookmark, type IconNode, Keyboard, Link2, LogOut, Monitor, Moon, Scissors, Sun } from 'lucide'
import { signOut } from '../account/sign-out.ts'
import { firstLinks, savedViews } from '../links/queries.ts'
import { addressOf } from '../links/views/view-address.ts'
import { useGo } from '../ui/browser/navigation.ts'
import { setPreference, THEMES } from '../ui/browser/preferences.ts'
import { useDebounced } from '../ui/hooks/use-debounced.ts'
import { isAddress, withScheme } from '../ui/text/is-address.ts'
import { useWords } from '../ui/words.tsx'
import { usePlaces } from './use-places.ts'

export interface Choice {
  readonly icon: IconNode
  readonly name: string
  readonly detail?: string
  /** Its shortcut, separated by spaces. */
  readonly keys?: string | undefined
  readonly run: () => void
}

interface Group {
  readonly name: 'places' | 'actions' | 'links'
  readonly choices: readonly Choice[]
}

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon }

/** The choices of the palette that match the text, by group. */
export function useChoices(text: string, onKeys: () => void) {
  const { words } = useWords()
  const go = useGo()
  const places = usePlaces()
  const views = useQuery(savedViews).data ?? []
  const search = useDebounced(text.trim(), 150)
  const found = useQuery({ ...firstLinks(search), enabled: search !== '' && !isAddress(search) })
  const typed = text.trim()
  const address = withScheme(typed)
  const shorten: readonly Choice[] = isAddress(address)
    ? [
        {
          icon: Scissors,
          name: words.frame.shorten,
          detail: address,
          run: () => go(`/dash/new?url=${encodeURIComponent(address)}`),
        },
      ]
    : []
  const matching = (choices: readonly Choice[]) =>
    isAddress(typed) ? [] : choices.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()))
  const links = typed === '' || isAddress(typed) ? [] : (found.data?.items ?? [])
  const groups: readonly Group[] = [
    {
      name: 'places',
      choices: matching([
        ...places.map(({ name, href, icon, key }) => ({
          icon,
          name: words.frame[name],
          keys: name === 'create' ? 'c' : key && `g ${key}`,
          run: () => go(href),
        })),
        ...views.map((view) => ({
          icon: Bookmark,
          name: view.name,
          detail: words.views.view,
          run: () => go(addressOf(view)),
        })),
      ]),
    },
    {
      name: 'actions',
      choices: [
        ...matching([
          { icon: ArrowDownUp, name: words.frame.import, run: () => go('/dash/settings/import') },
          { icon: Keyboard, name: words.frame.keys, keys: '?', run: onKeys },
          ...THEMES.map((theme) => ({
            icon: THEME_ICONS[theme],
            name: `${words.settings.theme}: ${words.settings.themes[theme]}`,
            run: () => setPreference('theme', theme),
          })),
          { icon: LogOut, name: words.frame.signOut, run: signOut },
        ]),
        // A host without a scheme may be a search text, so it follows the others.
        ...shorten,
      ],
    },
    {
      name: 'links',
      choices: links.map((link) => ({
        icon: Link2,
        name: link.shortlink,
        detail: link.title ?? link.target,
        run: () => go(`/dash/links/${link.id}`),
      })),
    },
  ]
  const isNothing = groups.every(({ choices }) => choices.length === 0) && search === typed && !found.isFetching
  return { groups, isNothing }
}
