import { en } from './en.ts'
import type { Messages } from './messages.ts'

/** The languages by their code. A language is one module, loaded when it is chosen. */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr', locale: 'en', load: async (): Promise<Messages> => en },
  de: {
    name: 'Deutsch',
    dir: 'ltr',
    locale: 'de',
    load: async (): Promise<Messages> => (await import('./de.ts')).de,
  },
} as const

export type Language = keyof typeof LANGUAGES
