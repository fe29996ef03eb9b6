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
