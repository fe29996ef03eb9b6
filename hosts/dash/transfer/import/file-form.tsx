import { useId } from 'preact/hooks'
import { UnreadableFile } from '../../../import/unreadable-file.ts'
import { Select } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import { Refusal } from '../../ui/write.tsx'
import type { Messages } from '../../words/messages.ts'
import { PROGRAM_NAMES } from './program-names.ts'

interface FileFormProps {
  /** Why the chosen file could not be uploaded. */
  readonly error: unknown
  /** Why the server cannot read it. */
  readonly fault: { readonly code: string; readonly detail: string } | undefined
  /** The chosen program; empty for automatic recognition. */
  readonly program: string
  readonly onFile: (file: File | undefined) => void
  readonly onProgram: (name: string) => void
}

/** Selection of the file, and of the program that wrote it. */
export function FileForm({ error, fault: given, program, onFile, onProgram }: FileFormProps) {
  const { words } = useWords()
  const id = useId()
  const fault = error instanceof UnreadableFile ? { code: error.fault, detail: error.detail } : given
  const shown = fault && faultText(fault, words.transfer.faults)
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
          options={[['', words.transfer.recognise], ...Object.entries(PROGRAM_NAMES)]}
          onChange={onProgram}
        />
      </div>
      <p id={`${id}-fault`} class="wrong" role="alert" hidden={shown === undefined}>
        {shown}
      </p>
      {fault === undefined && <Refusal error={error} />}
    </>
  )
}

function faultText({ code, detail }: NonNullable<FileFormProps['fault']>, faults: Messages['transfer']['faults']) {
  return Object.hasOwn(faults, code) ? faults[code as keyof typeof faults](detail) : faults.syntax(detail)
}
