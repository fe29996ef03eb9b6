import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { bareEnvironment } from '../../support/bare-environment.ts'
import { type Database, testEnvironment } from '../../support/server.ts'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command as an operator does. */
export async function shortlink(
  environment: Record<string, string>,
  args: readonly string[],
  input = '',
): Promise<Ended> {
  const main = new URL('../../../hosts/cli/main.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--conditions=@shortlink/source', main, ...args], {
    env: { ...bareEnvironment(), ...environment },
  })
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}

/** A database of one account, and how to run commands over it. */
export async function operator(database: Database = 'sqlite') {
  const environment = await testEnvironment(database, { BASE_URL: 'https://sho.rt' })
  const run = (...args: string[]) => shortlink(environment, args)
  const made = await run('user', 'create', '--name', 'Ada', '--email', 'ada@example.com', '--json')
  return { environment, folder: environment.DATA_DIR as string, run, made }
}
