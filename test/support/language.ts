import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { commentsOnly, textsOnly } from './comments.ts'

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

/** Constructions that a reader has to decode, and the wording to use instead. Checked in comments, texts and pages. */
const CONSTRUCTIONS: readonly { readonly pattern: string; readonly instead: string }[] = [
  { pattern: 'of (?:which|whom)', instead: 'a new sentence, or "with"' },
  { pattern: 'those of', instead: 'the noun again' },
  { pattern: 'what (?:is|are|was|were)(?![^.]*\\?)', instead: 'the noun: "the rest", "the stored value"' },
  { pattern: 'but for', instead: 'except, without' },
  { pattern: 'anew', instead: 'again; rebuild, recompute' },
  { pattern: 'beside', instead: 'next to, in addition to, in parallel with' },
  { pattern: 'of (?:its|their) own', instead: 'separate' },
]

/** Words that must not start a sentence of a comment, unless it is a question. */
const HEADLESS = /\b(?<=(?:^|[#.:;])[\s/*]+)(?:What|Whose|Those|Of|That which)\b(?![^.]*\?)/gm

/** Words that must not start a sentence, a list item or a cell of a page, unless it is a question. */
const HEADLESS_PAGE = /(?<=^|^[-*] |^\| |[.:;!?|]\s)(?:What|Whose|Those|Of|That which)(?=\s)(?![^.|]*\?)/gm

/** German constructions to avoid in texts, and the wording to use instead. */
const GERMAN: readonly { readonly pattern: string; readonly instead: string }[] = [
  { pattern: '(?:von|aus|unter) (?:denen|welchen)', instead: 'a new sentence, or "mit"' },
  { pattern: 'd(?:er|ie|as|en|es|em)jenigen?', instead: 'the noun again' },
  { pattern: '(?:aufs|von) neue[mns]?', instead: 'erneut, wieder' },
]

/** Words that must not start a sentence of a text, unless it is a question. */
const HEADLESS_TEXT = /(?<=#|[.:;!?]\s)(?:What|Whose|Those|Of|That which|Was)(?=\s)(?![^#.]*\?)/g

/** The start of a clause that may be in the passive voice. */
const CLAUSE =
  /[,;]|\b(?:after|as|because|before|how|if|once|since|so|than|that|unless|until|what|when|where|whether|which|while|who|whose|why)\b/
const PASSIVE =
  /\b(?:is|are|was|were)(?: not| now| only| no longer)? (?:\w+ed|\w+[aeo]wn|\w+ught|\w*(?:broken|built|chosen|cut|done|found|given|held|hidden|kept|left|lost|made|paid|put|read|run|said|sent|set|split|taken|told|written))\b/

/** A banned word, its line and its replacement. */
export interface BannedWord {
  readonly line: number
  readonly word: string
  readonly instead: string
}

/** Returns a regular expression for whole words in any case; spaces match line breaks and comment markers, too. */
const wordsOf = (pattern: string) => new RegExp(`\\b${pattern.replaceAll(' ', '[\\s/*>]+')}\\b`, 'gi')

const words = Object.entries(BANNED).map(([word, instead]) => ({ instead, pattern: wordsOf(word) }))
const constructions = CONSTRUCTIONS.map(({ pattern, instead }) => ({ instead, pattern: wordsOf(pattern) }))
const german = GERMAN.map(({ pattern, instead }) => ({ instead, pattern: wordsOf(pattern) }))
const headlessText = { instead: 'the noun first', pattern: HEADLESS_TEXT }
const headlessPage = { instead: 'the noun first', pattern: HEADLESS_PAGE }
const pageConstructions = { instead: 'the noun again', pattern: wordsOf('the (?:former|latter)') }
const headless = { instead: 'the noun first', pattern: HEADLESS }

/** Returns the banned words of a text in the order of their lines, which count from 1. Names in code count too. */
export const findBannedWords = (text: string): BannedWord[] => find(words, text)

/** Returns the constructions to avoid in the comments of a file, in the order of their lines. */
export const findConstructions = (path: string, text: string): BannedWord[] =>
  isSuspect(text) ? find([...constructions, headless], commentsOnly(path, text)) : []

/** Returns the constructions to avoid in the texts of a file, in the order of their lines. */
export const findTextConstructions = (path: string, text: string): BannedWord[] => {
  const patterns = [...constructions, ...german, headlessText]
  return patterns.some(({ pattern }) => text.search(pattern) >= 0) || /\b(?:What|Whose|Those|Of|That|Was) /.test(text)
    ? find(patterns, textsOnly(path, text))
    : []
}

/** Returns the constructions to avoid in a Markdown page, except in code and targets of links, in the order of their lines. */
export const findPageConstructions = (text: string): BannedWord[] =>
  find(
    [...constructions, pageConstructions, headlessPage],
    text.replace(/```.*?```|`[^`]*`|\]\([^)]*\)/gs, (code) => code.replaceAll(/[^\n]/g, '_')),
  )

/** Whether it is worth parsing a file, which takes a hundred times as long. */
const isSuspect = (text: string) =>
  /\b(?:What|Whose|Those|Of|That)\b/.test(text) || constructions.some(({ pattern }) => text.search(pattern) >= 0)

/** Returns the commit subjects with a passive main clause, such as "core: links are counted". */
export const passiveSubjects = (subjects: readonly string[]): string[] =>
  subjects.filter((subject) => PASSIVE.test(subject.replace(/^[^:]*: /, '').split(CLAUSE, 1)[0] ?? ''))

function find(patterns: typeof words, text: string): BannedWord[] {
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

/** Returns the .ts, .tsx, .js and .md files at or below the given paths, except ignored ones. */
export function filesBelow(root: string, paths: readonly string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths], {
    cwd: root,
    encoding: 'utf8',
  })
  return [...new Set(listed.split('\n'))].filter(
    (path) => /\.(tsx?|js|md)$/.test(path) && statSync(join(root, path), { throwIfNoEntry: false }) !== undefined,
  )
}

/** Returns one line for each banned word below the given paths: file, line, word, and its replacement. */
export const languageFaults = (root: string, paths: readonly string[]): string[] =>
  faultsIn(root, filesBelow(root, paths), (_, text) => findBannedWords(text))

/** Returns the same for the constructions in comments of TypeScript and JavaScript files. */
export const commentFaults = (root: string, paths: readonly string[]): string[] =>
  faultsIn(
    root,
    filesBelow(root, paths).filter((path) => !path.endsWith('.md')),
    findConstructions,
  )

/** Returns the same for the constructions in Markdown pages. */
export const pageFaults = (root: string, paths: readonly string[]): string[] =>
  faultsIn(
    root,
    filesBelow(root, paths).filter((path) => path.endsWith('.md')),
    (_, text) => findPageConstructions(text),
  )

/** Returns the same for the constructions in texts: labels, messages and descriptions. */
export const textFaults = (root: string, paths: readonly string[]): string[] =>
  faultsIn(
    root,
    filesBelow(root, paths).filter((path) => !path.endsWith('.md')),
    findTextConstructions,
  )

const faultsIn = (root: string, files: readonly string[], check: typeof findConstructions) =>
  files.flatMap((path) =>
    check(path, readFileSync(join(root, path), 'utf8')).map(
      ({ line, word, instead }) => `${path}:${line}: "${word}"; write: ${instead}`,
    ),
  )
