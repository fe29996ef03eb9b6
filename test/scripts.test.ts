import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import root from '../package.json' with { type: 'json' }

const packages = [
  'package.json',
  ...globSync([...root.workspaces, 'build/runtime/*'].map((at) => `${at}/package.json`)),
]
const scripts = packages.flatMap((file) => {
  const { scripts: own = {} } = JSON.parse(readFileSync(file, 'utf8')) as { scripts?: Record<string, string> }
  return Object.entries(own).map(([name, command]) => [name, command] as const)
})

/** Programs that npm finds on every system: itself, Node, and what development packages bring. */
const PROGRAMS = ['biome', 'knip', 'node', 'npm', 'tsc', 'vitest']

/**
 * What keeps a command from meaning the same to `cmd.exe` and to a POSIX shell. `&&` is the one operator that both know; quotes are none
 * of the characters that remain, since cmd.exe does not take off single ones, and no script needs double ones.
 */
function shellSyntaxOf(command: string): string[] {
  return command.split(' && ').flatMap((part) => {
    const [program = ''] = part.split(' ')
    const strange = part.match(/[^\w\s./:=@-]/g) ?? []
    return [...(PROGRAMS.includes(program) ? [] : [program]), ...strange]
  })
}

it.each(scripts)('npm run %s uses no syntax of a shell that another system lacks', (_, command) => {
  expect(shellSyntaxOf(command)).toEqual([])
})

it.each([
  'exec node main.js',
  'PORT=1 node main.js',
  'node main.js "$(mktemp -d)"',
  'node main.js; node other.js',
  "node -e 'main()'",
  'rm -rf dist',
  'node main.js > log',
  'node main.js & node other.js',
])('the check recognizes the syntax of a POSIX shell in %s', (command) => {
  expect(shellSyntaxOf(command)).not.toEqual([])
})

it('the root has scripts to test', () => {
  expect(scripts.map(([name]) => name)).toEqual(expect.arrayContaining(['start', 'dev', 'demo', 'embed', 'shortlink']))
})

/** Runs a command as npm runs a script on Linux; resolves to what it writes, and whether the shell's process wrote it. */
async function ranByNpmsShell(command: string) {
  const shell = spawn(join('build/runtime/sh', 'sh'), ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] })
  const output = await text(shell.stdout)
  return { output, isShell: output.includes(`${shell.pid}`) }
}

it('a script of one program replaces the shell that npm signals, so that the program gets the signals', async () => {
  expect(await ranByNpmsShell('node -p process.pid')).toMatchObject({ isShell: true })
})

it('a script of several programs, and one with quoted words, runs in the shell as before', async () => {
  expect(await ranByNpmsShell('echo one && echo two')).toMatchObject({ output: 'one\ntwo\n' })
  expect(await ranByNpmsShell(`echo "two  words" '$HOME'`)).toMatchObject({ output: 'two  words $HOME\n' })
})
