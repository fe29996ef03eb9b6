import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fc } from '@fast-check/vitest'
import ts from 'typescript'
import { threadTimeOf } from './thread-time.ts'

const ROOT = new URL('../..', import.meta.url).pathname

interface Expressions {
  /** Each literal as written, with the first file that contains it. */
  readonly literals: ReadonlyMap<string, string>
  /** Places that construct an expression at run time, which no test can try. */
  readonly constructed: readonly string[]
}

/** Returns every regular expression in the given folders. */
export function expressionsIn(folders: readonly string[]): Expressions {
  const [literals, constructed] = [new Map<string, string>(), [] as string[]]
  const files = globSync(`{${folders.join(',')}}/**/*.ts`, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] })
  for (const file of files) {
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node) && !literals.has(node.text)) literals.set(node.text, file)
      if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
        if (node.expression.getText() === 'RegExp') constructed.push(`${file}: ${node.getText()}`)
      }
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true))
  }
  return { literals, constructed }
}

/** Returns the expression of a literal. */
export function parseLiteral(literal: string): RegExp {
  const end = literal.lastIndexOf('/')
  return new RegExp(literal.slice(1, end), literal.slice(end + 1))
}

/** Numbers of repeated characters. The short one shows exponential time, before the long one would never end. */
const REPEATED_CHARACTERS = [22, 10_000]
/** Number of texts to measure together, since a measurement takes longer than a match in linear time. */
const TEXTS_AT_ONCE = 20
const SAMPLES = 4
const COMMON_PARTS = ['a', 'A', '0', ' ', '\t', '\n', '-', '.', '/', ':', ',', 'é', 'a ', 'a.', '/a', '0.']
/** A character that no expression matches, so a match that reaches the end fails there and tries every other way. */
const SPOILER = '\u0001'

/**
 * Yields texts with the longest matching time. In matching texts, it repeats each part of one or two characters and spoils the rest. If a
 * match can split the repeated part in many ways, it tries all of them. Yields some texts of one length at a time.
 */
export function* worstTexts(expression: RegExp): Generator<readonly string[]> {
  const repeated = [...repetitions(samplesOf(expression))]
  for (const length of REPEATED_CHARACTERS) {
    for (let at = 0; at < repeated.length; at += TEXTS_AT_ONCE) {
      const some = repeated.slice(at, at + TEXTS_AT_ONCE)
      yield some.map(([head, part]) => head + part.repeat(length / part.length) + SPOILER)
    }
  }
}

function* repetitions(matched: readonly string[]): Generator<[head: string, part: string]> {
  const parts = new Set([...COMMON_PARTS, ...matched.flatMap((text) => [...text.slice(0, 40)])])
  for (const part of parts) for (const head of ['', ...matched.slice(0, 2)]) yield [head, part]
  for (const text of matched) {
    for (let at = 0; at < Math.min(text.length, 40); at += 1) {
      yield [text.slice(0, at), text.slice(at, at + 1)]
      yield [text.slice(0, at), ' ']
    }
  }
}

/** Returns some matching texts; none if the generator does not support a part of the syntax. */
function samplesOf({ source }: RegExp): string[] {
  try {
    return [...new Set(fc.sample(fc.stringMatching(new RegExp(source, 'u')), { numRuns: SAMPLES, seed: 13 }))]
  } catch {
    return []
  }
}

/**
 * Returns the thread's own milliseconds that an expression takes for the texts, or for the texts up to the one that exceeds the limit: the
 * least of at most three runs.
 */
export function leastMs(expression: RegExp, texts: readonly string[], enoughMs: number): number {
  const matchAll = () => {
    const started = process.threadCpuUsage().user
    for (const text of texts) {
      if (expression.global) text.replace(expression, '')
      else expression.exec(text)
      if (process.threadCpuUsage().user - started > enoughMs * 1_000) return
    }
  }
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && least > enoughMs; run += 1) least = Math.min(least, threadTimeOf(matchAll))
  return least
}
