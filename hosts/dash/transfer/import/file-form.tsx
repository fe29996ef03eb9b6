import { useId } from 'preact/hooks'
import { UnreadableFile } from '../../../import/unreadable-file.ts'
import { Select } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import { PROGRAM_NAMES, shownName } from './program-names.ts'

interface FileFormProps {
  /** Why the chosen file cannot be read. */
  readonly error: unknown
  /** The program that was recognized. */
  readonly found: string | undefined
  /** The chosen program; empty for automatic recognition. */
  readonly program: string
  readonly onFile: (file: File | undefined) => void
  readonly onProgram: (name: string) => void
}

/** Selection of the file, and of the program that wrote it. */
export function FileForm({ error, found, program, onFile, onProgram }: FileFormProps) {
  const { words } = useWords()
  const id = useId()
  const fault = faultOf(error)
  const shown = fault && words.transfer.faults[fault.fault](fault.detail)
  return (
    <>
      <p class="muted">{words.transfer.importHint}</p>
      <div class="columns">
        <div class="stack tight">
          <label for={id}>{words.transfer.file}</label>
          <input
            id={id}
            type="file"
            accept=".csv,.json,.jsonl,.ndjson,.sql,.txt"
            aria-describedby={`${id}-hint ${id}-fault`}
            aria-invalid={shown !== undefined}
            onChange={(event) => onFile(event.currentTarget.files?.[0])}
          />
          <p id={`${id}-hint`} class="muted small">
            {words.transfer.fileHint}
          </p>
        </div>
        <Select
          label={words.transfer.program}
          value={program}
          options={[
            ['', found && program === '' ? words.transfer.recognised(shownName(found)) : words.transfer.recognise],
            ...Object.entries(PROGRAM_NAMES),
          ]}
          onChange={onProgram}
        />
      </div>
      <p id={`${id}-fault`} class="wrong" role="alert" hidden={shown === undefined}>
        {shown}
      </p>
    </>
  )
}

function faultOf(error: unknown): Pick<UnreadableFile, 'fault' | 'detail'> | undefined {
  if (error instanceof UnreadableFile) return error
  return error == null ? undefined : { fault: 'syntax', detail: (error as Error).message }
}
