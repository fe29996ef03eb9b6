import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { bareEnvironment } from '../../support/bare-environment.ts'
import { type Database, startTestServer, testEnvironment } from '../../support/server.ts'
import { BUILT_CLI } from '../../support/start-options.ts'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts the command as an operator does. */
export function startShortlink(environment: Record<string, string>, args: readonly string[]) {
  const child = spawn(process.execPath, [BUILT_CLI, ...args], {
    env: { ...bareEnvironment(), ...environment },
  })
  return { child, ended: new Promise<number | null>((resolve) => child.once('close', resolve)) }
}

/** Runs the command until it ends. */
export async function shortlink(
  environment: Record<string, string>,
  args: readonly string[],
  input = '',
): Promise<Ended> {
  const { child, ended } = startShortlink(environment, args)
  child.stdin.end(input)
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}

/** A server in this process, closed after the test. */
export async function serverBeside(environment: Record<string, string>): Promise<{ readonly url: string }> {
  const server = await startTestServer({ settings: environment })
  onTestFinished(() => server.close('the test is over'))
  return server
}

/** A database of one account, and how to run commands over it: each in a process of its own, unless `runner` says otherwise. */
export async function operator(database: Database = 'sqlite', runner: typeof shortlink = shortlink) {
  const environment = await testEnvironment(database, { BASE_URL: 'https://sho.rt' })
  const run = (...args: string[]) => runner(environment, args)
  const made = await run('user', 'create', '--name', 'Ada', '--email', 'ada@example.com', '--json')
  return { environment, folder: environment.DATA_DIR as string, run, made }
}
