import { createInterface } from 'node:readline/promises'
import { CommandFailed } from '../failure.ts'

/**
 * Asks for confirmation on a terminal, unless `yes` is given. Without a terminal it does not ask, since a script states its intent.
 * @throws {CommandFailed} unless the reply is yes.
 */
export async function confirm(question: string, { yes }: { readonly yes: boolean }): Promise<void> {
  if (yes || !process.stdin.isTTY || !process.stderr.isTTY) return
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // The end of the input, as by Ctrl+D, is no reply.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  try {
    const answer = await Promise.race([terminal.question(`${question} [y/N] `), closed])
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailed('nothing was changed')
  } finally {
    terminal.close()
  }
}
