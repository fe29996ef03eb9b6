import { Download } from 'lucide'
import { saveCsv } from '../../ui/browser/save-file.ts'
import { Icon } from '../../ui/icon.tsx'
import { wordText } from '../../ui/text/error-words.ts'
import type { Format } from '../../ui/text/format.ts'
import { useWords } from '../../ui/words.tsx'
import type { Messages } from '../../words/messages.ts'
import type { ImportProblem } from '../queries.ts'
import styles from '../transfer.module.css'
import { isOverQuota } from './over-quota.tsx'

/** More are in the file that can be downloaded. */
const MAX_SHOWN = 100

interface LeftOutTableProps {
  readonly links: readonly ImportProblem[]
  /** Number of all links that were left out. */
  readonly total: number
  readonly label: string
}

/** Links with their row and problem; a download of all of them. */
export function LeftOutTable({ links, total, label }: LeftOutTableProps) {
  const { words, format } = useWords()
  const reason = (link: ImportProblem) => reasonText(link, words, format)
  const save = () =>
    saveCsv('links.errors.csv', [
      ['row', 'slug', 'target', 'error'],
      ...links.map((link) => [String(link.row), link.slug, link.target, reason(link)]),
    ])
  return (
    <div class="stack">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas need keyboard access */}
      <section class="scroll-x" tabIndex={0} aria-label={label}>
        <table class={`table small ${styles.wide}`}>
          <thead>
            <tr>
              <th scope="col" class="number">
                {words.transfer.row}
              </th>
              <th scope="col">{words.transfer.slug}</th>
              <th scope="col">{words.transfer.reason}</th>
            </tr>
          </thead>
          <tbody>
            {links.slice(0, MAX_SHOWN).map((link) => (
              <tr key={`${link.row} ${link.slug}`}>
                <td class="number">{format.number(link.row)}</td>
                <td>
                  <bdi>{link.slug}</bdi>
                </td>
                <td>{reason(link)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total > links.length && <p class="muted small">{words.transfer.firstOnly(format.number(links.length))}</p>}
      <div>
        <button type="button" class="button" onClick={save}>
          <Icon of={Download} /> {words.transfer.download}
        </button>
      </div>
    </div>
  )
}

/** A reason in words. */
function reasonText(problem: ImportProblem, words: Messages, format: Format): string {
  const { reason, fields, message } = problem
  const { reasons } = words.transfer
  if (isOverQuota(problem)) return words.transfer.quotaUsed
  if (reason === 'TWICE') return reasons.twice
  if (reason === 'OPEN') return reasons.open(format.list(fields))
  if (reason !== 'LOST') return wordText(words, message)
  return fields.includes('domain') ? reasons.skipped : reasons.lost(fields as Losses, format.list)
}

type Losses = Parameters<Messages['transfer']['reasons']['lost']>[0]
