/** Reason why a file cannot be imported: `kind` is an unknown type of file, `columns` a file without slugs or targets. */
export type FileFault = 'empty' | 'kind' | 'encoding' | 'columns' | 'syntax' | 'size'

/** A file that cannot be imported. The message is one line that begins with the file's name. */
export class UnreadableFile extends Error {
  readonly fault: FileFault
  /** The content found in the file instead; empty if the fault says it. */
  readonly detail: string

  constructor(fault: FileFault, message: string, detail = '') {
    super(message)
    this.fault = fault
    this.detail = detail
  }
}

/** The error for reading the text of a file, with the file's name. */
export function unreadable(file: string, error: unknown): UnreadableFile {
  if (error instanceof UnreadableFile) return error
  // Nested values that overflow the stack.
  const message = error instanceof RangeError ? 'the values are nested too deeply' : (error as Error).message
  return new UnreadableFile('syntax', `${file}: ${message}`, message)
}
