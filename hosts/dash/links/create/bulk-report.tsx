import { Download, QrCode } from 'lucide'
import { useState } from 'preact/hooks'
import { saveCsv } from '../../ui/browser/save-file.ts'
import { useZipDialog } from '../../ui/codes/use-zip-dialog.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../ui/words.tsx'
import { LineTable, type WrongLine } from './bulk-table.tsx'

/** A created link. */
export interface MadeLine {
  readonly shortUrl: string
  readonly target: string
}

interface BulkReportProps {
  readonly made: readonly MadeLine[]
  readonly failed: readonly WrongLine[]
  readonly onCorrect: (lines: readonly WrongLine[]) => void
}

/** Result of bulk creation: the number of links, and each failed line with the reason. */
export function BulkReport({ made, failed, onCorrect }: BulkReportProps) {
  const { words, format } = useWords()
  const [isSavingCodes, setSavingCodes] = useState(false)
  const ZipDialog = useZipDialog(isSavingCodes)
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
        {made.length > 0 && (
          <>
            <CopyButton wide quiet text={made.map(({ shortUrl }) => shortUrl).join('\n')} label={words.bulk.copyAll} />
            <button type="button" class="button" onClick={() => saveCsv('links.csv', tableOf(made))}>
              <Icon of={Download} /> {words.links.csv}
            </button>
            <button type="button" class="button" onClick={() => setSavingCodes(true)}>
              <Icon of={QrCode} /> {words.qr.zip}
            </button>
          </>
        )}
        {failed.length > 0 && (
          <button type="button" class="button" onClick={() => onCorrect(inOrder)}>
            {words.bulk.correct}
          </button>
        )}
      </div>
      {ZipDialog && <ZipDialog urls={made.map(({ shortUrl }) => shortUrl)} onClose={() => setSavingCodes(false)} />}
    </div>
  )
}

const tableOf = (made: readonly MadeLine[]) => [
  ['short_url', 'target'],
  ...made.map(({ shortUrl, target }) => [shortUrl, target]),
]
