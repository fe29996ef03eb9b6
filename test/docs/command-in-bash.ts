import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { runInProcess } from '../hosts/cli/in-process.ts'
import { temporaryFolder } from '../support/databases.ts'

/** A script that sends its arguments, environment and standard input to the socket, and prints and exits like the command. */
const script = (folder: string) => `#!/bin/sh
call=$(mktemp -d ${folder}/call-XXXXXX)
printf '%s\\0' "$@" >"$call/words"
env -0 >"$call/env"
export PATH='${process.env.PATH}'
cat >"$call/input"
code=$(curl --silent --fail-with-body --unix-socket ${folder}/socket --data "$call" http://localhost/) || { echo "$code" >&2; exit 1; }
cat "$call/stdout"
cat "$call/stderr" >&2
exit "$code"
`

/**
 * Makes a folder with a `shortlink` for the PATH of a shell. `runner` runs its commands in this process, in a tenth of the time of a process of
 * their own. Each command reads standard input to its end, so the caller closes the shell's standard input.
 */
export async function commandInBash(runner: typeof runInProcess): Promise<{ readonly folder: string; close(): void }> {
  const folder = temporaryFolder()
  const command = join(folder, 'shortlink')
  writeFileSync(command, script(folder))
  chmodSync(command, 0o755)
  let last: Promise<unknown> = Promise.resolve()
  const server = createServer(async (request, response) => {
    const call = await text(request)
    // Commands of a pipe run one after the other.
    const turn = last.then(() => runCall(runner, call))
    last = turn.catch(() => {})
    await turn.then(
      (code) => response.end(String(code)),
      (error) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(join(folder, 'socket'), resolve))
  return { folder, close: () => void server.close() }
}

async function runCall(runner: typeof runInProcess, call: string) {
  const read = (name: string) => readFileSync(join(call, name), 'utf8')
  const [words, variables] = ['words', 'env'].map((name) => read(name).split('\0').slice(0, -1)) as [string[], string[]]
  const environment = Object.fromEntries(variables.map((variable) => variable.split(/=(.*)/s)))
  const before = process.cwd()
  process.chdir(environment.PWD ?? before)
  try {
    const { code, stdout, stderr } = await runner(environment, words, read('input'))
    writeFileSync(join(call, 'stdout'), stdout)
    writeFileSync(join(call, 'stderr'), stderr)
    return code
  } finally {
    process.chdir(before)
  }
}
