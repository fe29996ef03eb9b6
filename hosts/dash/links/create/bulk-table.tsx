import { useWords } from '../../ui/words.tsx'
import type { PastedLine } from './pasted-lines.ts'

/** Rows of a table of lines. */
const MAX_ROWS = 100

/** A line that is not created, and the reason. */
export interface WrongLine extends PastedLine {
  readonly error: string
}

interface BulkTableProps {
  readonly lines: readonly PastedLine[]
  readonly wrong: readonly WrongLine[]
}

/** Preview of the pasted lines; invalid ones come first. */
export function BulkTable({ lines, wrong }: BulkTableProps) {
  const { words, format } = useWords()
  if (lines.length + wrong.length === 0) return null
  return (
    <>
      <p role="status" class={wrong.length > 0 ? 'wrong' : 'muted'}>
        {words.bulk.preview(lines.length, format.number(lines.length))}
        {wrong.length > 0 && ` ${words.bulk.wrong(wrong.length, format.number(wrong.length))}`}
      </p>
      <LineTable caption={words.bulk.previewTable} lines={[...wrong, ...lines]} hasReasons={wrong.length > 0} />
    </>
  )
}

interface LineTableProps {
  readonly caption: string
  readonly lines: readonly (PastedLine & { readonly error?: string })[]
  readonly hasReasons: boolean
}

/** Lines by their number, at most a hundred of them. */
export function LineTable({ caption, lines, hasReasons }: LineTableProps) {
  const { words, format } = useWords()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas need keyboard access
    <section class="scroll" tabIndex={0} aria-label={caption}>
      <table class="table small">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" class="number">
              {words.bulk.line}
            </th>
            <th scope="col">{words.bulk.address}</th>
            <th scope="col">{words.bulk.slug}</th>
            {hasReasons && <th scope="col">{words.bulk.reason}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, MAX_ROWS).map(({ line, target, slug, error }) => (
            <tr key={line}>
              <td class="number">{line}</td>
              <td>
                <bdi>{target}</bdi>
              </td>
              <td>
                <bdi>{slug}</bdi>
              </td>
              {hasReasons && <td class={error ? 'wrong' : undefined}>{error}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > MAX_ROWS && <p class="muted small">{words.bulk.more(format.number(lines.length - MAX_ROWS))}</p>}
    </section>
  )
}
