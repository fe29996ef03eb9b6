import { useMutation } from '@tanstack/preact-query'
import { useId, useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { CopyButton } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useWords } from '../ui/words.tsx'
import { type PastedLine, pastedLines } from './pasted-lines.ts'
import { ADD_MANY, BULK_SIZE } from './queries.ts'

interface BulkDialogProps {
  readonly initial: string
  readonly onClose: () => void
}

/** Makes a link of each pasted line: one confirmation, and one report that names the lines that failed. */
export function BulkDialog({ initial, onClose }: BulkDialogProps) {
  const { words, format } = useWords()
  const id = useId()
  const [text, setText] = useState(initial)
  const lines = pastedLines(text)
  const making = useMutation({ mutationFn: makeAll })
  return (
    <Dialog title={words.bulk.title} onClose={onClose}>
      {making.data ? (
        <Report {...making.data} />
      ) : (
        <div class="stack tight">
          <label for={id}>{words.bulk.lines}</label>
          <textarea
            id={id}
            rows={8}
            spellcheck={false}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <p class="muted small">{words.bulk.hint}</p>
          {making.error && (
            <p class="wrong" role="alert">
              {making.error.message}
            </p>
          )}
        </div>
      )}
      <div class="cluster">
        <button type="button" class="button" onClick={onClose}>
          {making.data ? words.common.close : words.common.cancel}
        </button>
        {!making.data && (
          <button
            type="button"
            class="button primary"
            disabled={lines.length === 0 || making.isPending}
            onClick={() => making.mutate(lines)}
          >
            {words.bulk.make(lines.length, format.number(lines.length))}
          </button>
        )}
      </div>
    </Dialog>
  )
}

interface BulkReport {
  readonly made: readonly string[]
  readonly failed: readonly { readonly line: number; readonly target: string; readonly error: string }[]
}

async function makeAll(lines: readonly PastedLine[]): Promise<BulkReport> {
  const made: string[] = []
  const failed: BulkReport['failed'][number][] = []
  for (let from = 0; from < lines.length; from += BULK_SIZE) {
    const part = lines.slice(from, from + BULK_SIZE)
    const inputs = part.map(({ target, slug }) => ({ target, ...(slug === undefined ? {} : { shortlink: slug }) }))
    const { createShortlinks } = await ask(ADD_MANY, { inputs })
    for (const { index, ok, error, shortlink } of createShortlinks) {
      const { line, target } = part[index] as PastedLine
      if (ok && shortlink) made.push(shortlink.shortUrl)
      else failed.push({ line, target, error: error ?? '' })
    }
  }
  return { made, failed }
}

function Report({ made, failed }: BulkReport) {
  const { words, format } = useWords()
  return (
    <div class="stack" role="status">
      <p>{words.bulk.made(made.length, format.number(made.length))}</p>
      {made.length > 0 && (
        <div>
          <CopyButton wide text={made.join('\n')} label={words.bulk.copyAll} />
        </div>
      )}
      {failed.length > 0 && (
        <div class="scroll-x">
          <table class="table small">
            <caption class="wrong">{words.bulk.failed(failed.length)}</caption>
            <thead>
              <tr>
                <th scope="col">{words.bulk.line}</th>
                <th scope="col">{words.links.target}</th>
                <th scope="col">{words.bulk.reason}</th>
              </tr>
            </thead>
            <tbody>
              {failed.slice(0, 100).map(({ line, target, error }) => (
                <tr key={line}>
                  <td class="number">{line}</td>
                  <td>{target}</td>
                  <td>{error}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
