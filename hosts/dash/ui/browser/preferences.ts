import { useEffect, useState } from 'preact/hooks'

const CHANGED = 'shortlink.preference'

export const THEMES = ['system', 'light', 'dark'] as const

/** Preferences of this browser for appearance and keyboard shortcuts. */
interface Preferences {
  readonly theme: (typeof THEMES)[number]
  /** The empty text means the browser's language. */
  readonly language: string
  readonly keys: 'on' | 'off'
  /** Density of list rows. */
  readonly density: 'roomy' | 'compact'
  /** Map of visits by country. */
  readonly map: 'on' | 'off'
}

const DEFAULTS: Preferences = { theme: 'system', language: '', keys: 'on', density: 'roomy', map: 'on' }

/** The stored preference, or its default. */
export const preference = <Name extends keyof Preferences>(name: Name): Preferences[Name] =>
  (localStorage.getItem(`shortlink.${name}`) as Preferences[Name] | null) ?? DEFAULTS[name]

/** Stores a preference; the pages update at once. */
export function setPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]) {
  localStorage.setItem(`shortlink.${name}`, value)
  dispatchEvent(new Event(CHANGED))
}

/** A preference; rerenders its users, even when another tab changes it. */
export function usePreference<Name extends keyof Preferences>(name: Name): Preferences[Name] {
  const [value, setValue] = useState(() => preference(name))
  useEffect(() => {
    const read = () => setValue(preference(name))
    addEventListener(CHANGED, read)
    addEventListener('storage', read)
    return () => {
      removeEventListener(CHANGED, read)
      removeEventListener('storage', read)
    }
  }, [name])
  return value
}
