import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { runInProcess, wordsOf } from '../hosts/cli/in-process.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { BUILT_CLI } from '../support/start-options.ts'

/** Lines of `shortlink` without any syntax of the shell. */
const PLAIN = /^(shortlink( ("[^"$`\\\n]*"|[^\s"'$`\\|&;<>()*?[\]#{}~!]+))+\n?)+$/

/** Runs lines of a page and resolves to what they print: plain commands in this process, which takes a tenth of the time, all else in bash. */
export async function runPage(
  script: string,
  settings: Record<string, string>,
  { cwd }: { readonly cwd?: string } = {},
): Promise<string> {
  if (PLAIN.test(script)) return runPlain(script, settings)
  const here = script.replaceAll(/(^|\| |\$\()shortlink /gm, `$1${process.execPath} ${BUILT_CLI} `)
  const env = { ...bareEnvironment(), ...settings }
  return (await promisify(execFile)('bash', ['-c', `set -e\n${here}`], { env, cwd })).stdout
}

async function runPlain(script: string, settings: Record<string, string>): Promise<string> {
  let printed = ''
  for (const line of script.split('\n').filter(Boolean)) {
    const { code, stdout, stderr } = await runInProcess(settings, wordsOf(line).slice(1))
    if (code !== 0) throw new Error(`${line} ended with ${code}: ${stderr}`)
    printed += stdout
  }
  return printed
}
