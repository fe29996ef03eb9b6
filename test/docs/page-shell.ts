import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { runInProcess, wordsOf } from '../hosts/cli/in-process.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { commandInBash } from './command-in-bash.ts'

/** Lines of `shortlink` without any syntax of the shell. */
const PLAIN = /^(shortlink( ("[^"$`\\\n]*"|[^\s"'$`\\|&;<>()*?[\]#{}~!]+))+\n?)+$/

/** Runs lines of a page and resolves to their output. Bash runs lines that need a shell; `runner` runs the commands in this process. */
export async function runPage(
  script: string,
  settings: Record<string, string>,
  { cwd, runner = runInProcess }: { readonly cwd?: string; readonly runner?: typeof runInProcess } = {},
): Promise<string> {
  if (PLAIN.test(script)) return runPlain(script, settings, runner)
  const { folder, close } = await commandInBash(runner)
  const env = { ...bareEnvironment(), ...settings, PATH: `${folder}:${process.env.PATH}` }
  try {
    const running = promisify(execFile)('bash', ['--norc', '-c', `set -e\n${script}`], { env, cwd })
    running.child.stdin?.end()
    return (await running).stdout
  } finally {
    close()
  }
}

async function runPlain(
  script: string,
  settings: Record<string, string>,
  runner: typeof runInProcess,
): Promise<string> {
  let printed = ''
  for (const line of script.split('\n').filter(Boolean)) {
    const { code, stdout, stderr } = await runner(settings, wordsOf(line).slice(1))
    if (code !== 0) throw new Error(`${line} ended with ${code}: ${stderr}`)
    printed += stdout
  }
  return printed
}
