import { readFileSync } from 'node:fs'

/** A fenced block of a page. */
export interface Fence {
  readonly language: string
  readonly code: string
}

/** The fenced blocks of a page, in their order. */
export const fencesOf = (page: string): Fence[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```(\w*)\n(.*?)\n```$/gms)].map(([, language = '', code = '']) => ({
    language,
    code,
  }))

/** Matches the text that a page shows, with any word in place of each `…`. */
export const patternOf = (shown: string): RegExp =>
  new RegExp(`^${shown.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '\\S+')}$`)

/** The code of a page's blocks in one language. */
export const blocksOf = (page: string, language: string): string[] =>
  fencesOf(page)
    .filter((fence) => fence.language === language)
    .map(({ code }) => code)
