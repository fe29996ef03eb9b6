import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Words that hide who does what, and the wording to use instead. Spaces match across line breaks and comment markers. */
const BANNED: Readonly<Record<string, string>> = {
  whoever: 'the caller, the client, the operator',
  whatever: 'any, each, every, regardless of',
  nobody: 'no client, no caller; the anonymous caller',
  somebody: 'a client, a caller; another user',
  everybody: 'every client, every caller',
  'so many': 'at most N, N or more, that number of',
  lest: 'so that ... not',
  tells: 'returns, reports, prints, shows, counts',
  told: 'receives, is notified, gets a callback; told apart: distinguished',
}

/** A banned word, its place and what to write instead. */
export interface BannedWord {
  readonly line: number
  readonly word: string
  readonly instead: string
}

/** A regular expression for each banned word, whole words only, in any case. */
const patterns = Object.entries(BANNED).map(([word, instead]) => ({
  instead,
  pattern: new RegExp(`\\b${word.replaceAll(' ', '[\\s/*>]+')}\\b`, 'gi'),
}))

/** The banned words of a text in the order of their lines, which count from 1. Names in code count too. */
export function findBannedWords(text: string): BannedWord[] {
  return patterns
    .flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)].map((match) => ({
        line: text.slice(0, match.index).split('\n').length,
        word: match[0].replace(/[\s/*>]+/g, ' '),
        instead,
      })),
    )
    .sort((a, b) => a.line - b.line)
}

/** The .ts, .tsx, .js and .md files that git tracks, or would, at or below the given paths. */
export function filesBelow(root: string, paths: readonly string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths], {
    cwd: root,
    encoding: 'utf8',
  })
  return [...new Set(listed.split('\n'))].filter(
    (path) => /\.(tsx?|js|md)$/.test(path) && statSync(join(root, path), { throwIfNoEntry: false }) !== undefined,
  )
}

/** One line for each banned word below the given paths: file, line, word, and what to write instead. */
export function languageFaults(root: string, paths: readonly string[]): string[] {
  return filesBelow(root, paths).flatMap((path) =>
    findBannedWords(readFileSync(join(root, path), 'utf8')).map(
      ({ line, word, instead }) => `${path}:${line}: "${word}"; write: ${instead}`,
    ),
  )
}
