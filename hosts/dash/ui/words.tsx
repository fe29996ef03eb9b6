import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useMemo, useState } from 'preact/hooks'
import { wordErrorsBy } from '../api/errors.ts'
import { en } from '../words/en.ts'
import { LANGUAGES, type Language } from '../words/languages.ts'
import type { Messages } from '../words/messages.ts'
import { usePreference } from './browser/preferences.ts'
import { reloadOnce } from './browser/reload-once.ts'
import { wordError } from './text/error-words.ts'
import { type Format, formatFor } from './text/format.ts'

interface Words {
  readonly words: Messages
  readonly format: Format
}

const Context = createContext<Words>({ words: en, format: formatFor('en') })

/** All sentences of the chosen language, and its formats. */
export const useWords = (): Words => useContext(Context)

/** Renders its children in the preferred language, or the browser's, or English. Loads a language on first use. */
export function WordsProvider({ children }: { readonly children: ComponentChildren }) {
  const language = languageOf(usePreference('language'))
  const [loaded, setLoaded] = useState<{ language: Language; words: Messages }>()
  useEffect(() => {
    let isCurrent = true
    LANGUAGES[language].load().then(
      (words) => {
        if (!isCurrent) return
        document.documentElement.lang = language
        document.documentElement.dir = LANGUAGES[language].dir
        wordErrorsBy((fault) => wordError(words, fault))
        setLoaded({ language, words })
      },
      () => void reloadOnce(),
    )
    return () => {
      isCurrent = false
    }
  }, [language])
  const value = useMemo(
    () => loaded && { words: loaded.words, format: formatFor(LANGUAGES[loaded.language].locale) },
    [loaded],
  )
  return value ? <Context.Provider value={value}>{children}</Context.Provider> : null
}

const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name)

function languageOf(preferred: string): Language {
  const wanted = preferred === '' ? navigator.languages : [preferred]
  return wanted.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? 'en'
}
