import { Readable } from 'node:stream'
import { onTestFinished, vi } from 'vitest'
import * as composition from '../../../hosts/app/composition.ts'
import { reportUnlessShown } from '../../../hosts/cli/parse-errors.ts'
import { program } from '../../../hosts/cli/program.ts'
import { quickPasswords } from '../../support/ports.ts'
import type { Ended } from './shortlink.ts'

/** The words of a command line as a shell splits them: quotes keep spaces. Input from a file is left to the caller. */
export const wordsOf = (line: string) =>
  [...line.replace(/ < \S+$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')

/** Runs a command in this process, which takes a tenth of the time of one of its own. One at a time. */
export async function runInProcess(
  environment: Record<string, string>,
  args: readonly string[],
  input = '',
  compose = composition.compose,
): Promise<Ended> {
  const [stdout, stderr] = [[] as string[], [] as string[]]
  const before = { env: process.env, argv: process.argv, stdin: process.stdin, exitCode: process.exitCode }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => stdout.push(String(text)) > 0),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => stderr.push(String(text)) > 0),
    vi.spyOn(composition, 'compose').mockImplementation(compose),
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as typeof process.stdin),
  ]
  process.env = { ...environment }
  process.argv = ['node', 'shortlink', ...args]
  process.exitCode = undefined
  try {
    await program.parseAsync(args, { from: 'user' }).catch(reportUnlessShown)
    return { code: Number(process.exitCode ?? 0), stdout: stdout.join(''), stderr: stderr.join('') }
  } finally {
    for (const spy of spies) spy.mockRestore()
    process.env = before.env
    process.argv = before.argv
    process.exitCode = before.exitCode
  }
}

/**
 * Returns a {@link runInProcess} that keeps the service open and uses it for all commands with the same settings, in a tenth of the time. For
 * tests of the effects of commands, not of how they open and close a database. `atEnd` registers the function that closes the services; pass
 * `afterAll` if several tests share them.
 */
export function keepingOpen(atEnd: (close: () => Promise<void>) => void = onTestFinished): typeof runInProcess {
  const opened = new Map<string, ReturnType<typeof composition.compose>>()
  const { compose } = composition
  const composeOnce: typeof compose = async (settings, log, options = {}) => {
    const key = JSON.stringify([settings, options])
    const configure: composition.Configure = (root) => root.replace('passwords', quickPasswords())
    const service = opened.get(key) ?? compose(settings, log, { ...options, configure })
    opened.set(key, service)
    return { ...(await service), close: async () => {} }
  }
  atEnd(async () => {
    for (const service of opened.values()) await (await service).close()
  })
  return (environment, args, input) => runInProcess(environment, args, input, composeOnce)
}
