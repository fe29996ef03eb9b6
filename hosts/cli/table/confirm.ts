import { CommandFailed } from '../failure.ts'

/**
 * Asks on a terminal, unless `yes` is given. Without a terminal it does not ask: a script says what it means.
 * @throws {CommandFailed} when the answer is no.
 */
export async function confirm(question: string, { yes }: { readonly yes: boolean }): Promise<void> {
  if (yes || !process.stdin.isTTY || !process.stderr.isTTY) return
  const { confirm } = await import('@clack/prompts')
  const answer = await confirm({ message: question, initialValue: false, output: process.stderr })
  if (answer !== true) throw new CommandFailed('nothing was changed')
}
