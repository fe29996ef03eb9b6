/** Why a file cannot be imported: `kind` is a file of another kind, `columns` one in which no slugs or targets were found. */
export type FileFault = 'empty' | 'kind' | 'encoding' | 'columns' | 'syntax' | 'size'

/** A file that cannot be imported. The message is one line that begins with the file's name. */
export class UnreadableFile extends Error {
  readonly fault: FileFault
  /** What was found in the file instead; empty where the fault says it. */
  readonly detail: string

  constructor(fault: FileFault, message: string, detail = '') {
    super(message)
    this.fault = fault
    this.detail = detail
  }
}

/** What reading the text of a file threw, with the file's name. */
export function unreadable(file: string, error: unknown): UnreadableFile {
  if (error instanceof UnreadableFile) return error
  // Of values within values, for which there is no room on the stack.
  const message = error instanceof RangeError ? 'the values are nested too deeply' : (error as Error).message
  return new UnreadableFile('syntax', `${file}: ${message}`, message)
}
