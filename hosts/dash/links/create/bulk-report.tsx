import { CopyButton } from '../../ui/copy.tsx'
import { useWords } from '../../ui/words.tsx'
import { LineTable, type WrongLine } from './bulk-table.tsx'

interface BulkReportProps {
  readonly made: readonly string[]
  readonly failed: readonly WrongLine[]
  readonly onCorrect: (lines: readonly WrongLine[]) => void
}

/** Result of bulk creation: the number of links, and each failed line with the reason. */
export function BulkReport({ made, failed, onCorrect }: BulkReportProps) {
  const { words, format } = useWords()
  const inOrder = failed.toSorted((one, other) => one.line - other.line)
  return (
    <div class="stack">
      <p role="status">
        {words.bulk.made(made.length, format.number(made.length))}{' '}
        {failed.length > 0 && (
          <span class="wrong">{words.bulk.failed(failed.length, format.number(failed.length))}</span>
        )}
      </p>
      {failed.length > 0 && <LineTable caption={words.bulk.failedTable} lines={inOrder} hasReasons />}
      <div class="cluster">
        {made.length > 0 && <CopyButton wide text={made.join('\n')} label={words.bulk.copyAll} />}
        {failed.length > 0 && (
          <button type="button" class="button" onClick={() => onCorrect(inOrder)}>
            {words.bulk.correct}
          </button>
        )}
      </div>
    </div>
  )
}
