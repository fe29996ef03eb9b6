import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { filesBelow } from './language.ts'

/** A dependence on the speed of the machine, its line, and what to write instead. */
export interface ClockFault {
  readonly line: number
  readonly code: string
  readonly instead: string
}

/** Minimum limit in milliseconds; a lower one breaks on a busy machine. */
const LEAST_LIMIT_MS = 30_000

const INSTEAD = {
  elapsed: 'thread CPU time (longest-turn.ts, thread-time.ts), a count, or the order of events',
  limit: 'no limit: expect.poll and support/wait-for.ts have one',
  retry: 'a test that passes each time',
  sleep: 'expect.poll, waitFor of support/wait-for.ts, fake timers, or a call that the test releases',
}

const CLOCKS = ['performance.now()', 'Date.now()']
const WAITS = /(?:^|\.)(?:waitFor|waitUntil|it|test)$/
const SLEEPS = /(?:^|\.)(?:sleep|delay|setTimeout|waitForTimeout)$/

/** Finds code that asserts on wall-clock time, waits with a short limit, retries or sleeps, in the order of lines, which count from 1. */
export function findClockFaults(text: string): ClockFault[] {
  const source = ts.createSourceFile('test.ts', text, ts.ScriptTarget.Latest, true)
  const readings = readingsIn(source)
  const faults: ClockFault[] = []
  visitAll(source, (node) => {
    const kind = faultOf(node, readings)
    if (kind === undefined) return
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    faults.push({ line: line + 1, code: node.getText().split('\n', 1).join(), instead: INSTEAD[kind] })
  })
  return faults.sort((a, b) => a.line - b.line)
}

/** Returns one line for each clock fault in the .ts files below the given paths. */
export function clockFaults(root: string, paths: readonly string[]): string[] {
  return filesBelow(root, paths)
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      findClockFaults(readFileSync(join(root, path), 'utf8')).map(
        ({ line, code, instead }) => `${path}:${line}: \`${code}\`; write: ${instead}`,
      ),
    )
}

function faultOf(node: ts.Node, readings: Readings): keyof typeof INSTEAD | undefined {
  if (ts.isBinaryExpression(node) && isElapsed(node, readings)) return 'elapsed'
  if (ts.isPropertyAssignment(node)) {
    const [name, value] = [node.name.getText(), numberOf(node.initializer)]
    if (name === 'timeout' && value < LEAST_LIMIT_MS) return 'limit'
    if (name === 'retry' && value > 0) return 'retry'
  }
  if (ts.isCallExpression(node)) {
    const called = node.expression.getText()
    if (hasDefaultLimit(called, node.arguments[1])) return 'limit'
    if (called === 'AbortSignal.timeout' && numberOf(node.arguments[0]) < LEAST_LIMIT_MS) return 'limit'
    if (WAITS.test(called) && numberOf(node.arguments.at(-1)) < LEAST_LIMIT_MS) return 'limit'
    if (SLEEPS.test(called) && !isInPoll(node)) return 'sleep'
  }
  return undefined
}

/** Whether the call relies on vitest's default limit, which is a second. */
const hasDefaultLimit = (called: string, options: ts.Node | undefined): boolean =>
  (called === 'vi.waitFor' || called === 'vi.waitUntil') &&
  (options === undefined || (ts.isObjectLiteralExpression(options) && !options.getText().includes('timeout')))

/** Names of variables and properties with the reading of a clock. */
type Readings = Readonly<Record<'performance.now()' | 'Date.now()', ReadonlySet<string>>>

function readingsIn(source: ts.Node): Readings {
  const [ofPerformance, ofDate] = [new Set<string>(), new Set<string>()]
  const add = (name: ts.Node | undefined, value: ts.Node | undefined): void => {
    if (name === undefined || value === undefined) return
    if (ts.isArrayBindingPattern(name) || ts.isArrayLiteralExpression(name)) {
      if (ts.isArrayLiteralExpression(value)) name.elements.forEach((each, at) => void add(each, value.elements[at]))
    } else if (value.getText() === CLOCKS[0]) ofPerformance.add(name.getText())
    else if (value.getText() === CLOCKS[1]) ofDate.add(name.getText())
  }
  visitAll(source, (node) => {
    if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) add(node.name, node.initializer)
    else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      add(node.left, node.right)
    }
  })
  return { 'performance.now()': ofPerformance, 'Date.now()': ofDate }
}

/**
 * Whether the expression subtracts a reading of `performance.now()`, or one reading of `Date.now()` from another. `Date.now() - DAY` is a
 * time, not a duration.
 */
function isElapsed({ left, operatorToken, right }: ts.BinaryExpression, readings: Readings): boolean {
  if (operatorToken.kind !== ts.SyntaxKind.MinusToken) return false
  const reads = (clock: keyof Readings) => (operand: ts.Node) => {
    const name = ts.isPropertyAccessExpression(operand) ? operand.name : operand
    return operand.getText() === clock || readings[clock].has(name.getText())
  }
  return [left, right].some(reads('performance.now()')) || [left, right].every(reads('Date.now()'))
}

/** Whether a sleep waits for a condition: it is in a loop without a counter. */
function isInPoll(node: ts.Node): boolean {
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    if (ts.isWhileStatement(outer) || ts.isDoStatement(outer)) return true
    if (ts.isForStatement(outer) && outer.condition === undefined) return true
  }
  return false
}

/** Returns the value of a numeric literal; NaN for other nodes. */
const numberOf = (node: ts.Node | undefined) =>
  node !== undefined && ts.isNumericLiteral(node) ? Number(node.text) : Number.NaN

function visitAll(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => visitAll(child, visit))
}
