import { useLayoutEffect, useRef } from 'preact/hooks'
import { PLACES } from './places.ts'
import { useGo } from './ui/browser/navigation.ts'
import { preference } from './ui/browser/preferences.ts'

interface Shortcuts {
  readonly openPalette: () => void
  readonly openKeys: () => void
}

const SEQUENCE_MS = 1_500

/** Shortcuts on every page: never with Alt, and not while a field or a dialog has the focus (WCAG 2.1.4). */
export function useShortcuts(shortcuts: Shortcuts) {
  const handlers = { ...shortcuts, go: useGo() }
  const current = useRef(handlers)
  current.current = handlers
  useLayoutEffect(() => {
    let leadUntil = 0
    const press = (event: KeyboardEvent) => {
      const { openPalette, openKeys, go } = current.current
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        return openPalette()
      }
      if (!isSingleKey(event)) return
      const place = PLACES.find(({ key }) => key === event.key)
      const href = event.key === 'c' ? '/dash/new' : Date.now() < leadUntil && place?.href
      if (href) {
        // The page's first field may have the focus before the browser inserts the character.
        event.preventDefault()
        return go(href)
      }
      leadUntil = event.key === 'g' ? Date.now() + SEQUENCE_MS : 0
      if (event.key === '?') openKeys()
      else if (event.key === '/') focusSearch(event)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Whether a key pressed by itself is currently a shortcut. */
export function isSingleKey({ target, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || defaultPrevented || preference('keys') === 'off') return false
  if (document.querySelector('dialog[open]')) return false
  return !(target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select'))
}

function focusSearch(event: KeyboardEvent) {
  const field = document.querySelector<HTMLInputElement>('input[type=search]')
  if (field === null) return
  event.preventDefault()
  field.focus()
}
