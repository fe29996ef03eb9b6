import { readFileSync } from 'node:fs'

/** A fenced block of a page. */
export interface Fence {
  readonly language: string
  readonly code: string
}

/** Returns the fenced blocks of a page, in their order. */
export const fencesOf = (page: string): Fence[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```(\w*)\n(.*?)\n```$/gms)].map(([, language = '', code = '']) => ({
    language,
    code,
  }))

/** Returns a pattern for the text that a page shows, with any word in place of each `…`. */
export const patternOf = (shown: string): RegExp =>
  new RegExp(`^${shown.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '\\S+')}$`)

/**
 * Returns the script with each `sleep` of a second or more replaced: it waits until a command's output contains the text, however slow the
 * machine is.
 */
export const sleepingUntil = (command: string, text: string, script: string): string =>
  `sleep() { [ "\${1%%.*}" = 0 ] || until ${command} | grep -q '${text}'; do command sleep 0.1; done; command sleep 0.1; }\n${script}`

/** Returns the code of a page's blocks in one language. */
export const blocksOf = (page: string, language: string): string[] =>
  fencesOf(page)
    .filter((fence) => fence.language === language)
    .map(({ code }) => code)
