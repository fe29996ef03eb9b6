import { statSync } from 'node:fs'
import { CommandFailed } from '../failure.ts'

/**
 * Returns the size of the file.
 * @throws CommandFailed for a path that is no file.
 */
export function sizeOf(file: string): number {
  if (file === '-') throw new CommandFailed('standard input cannot be imported; save it to a file first')
  try {
    const found = statSync(file)
    if (found.isDirectory()) throw new CommandFailed(`${file} is a folder; pass a file`)
    return found.size
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    throw new CommandFailed(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
