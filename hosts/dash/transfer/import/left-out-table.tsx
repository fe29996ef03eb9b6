import { Download } from 'lucide'
import { placeName } from '../../../import/places.ts'
import { saveCsv } from '../../ui/browser/save-file.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Format } from '../../ui/text/format.ts'
import { useWords } from '../../ui/words.tsx'
import type { Messages } from '../../words/messages.ts'
import styles from '../transfer.module.css'
import type { LeftOut, Reason } from './plan-file.ts'

/** More are in the file that can be downloaded. */
const MAX_SHOWN = 100

interface LeftOutTableProps {
  readonly links: readonly LeftOut[]
  readonly label: string
}

/** Links with their row and problem; a download of all of them. */
export function LeftOutTable({ links, label }: LeftOutTableProps) {
  const { words, format } = useWords()
  const reason = (link: LeftOut) => reasonText(link.reason, words, format)
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
      <div>
        <button type="button" class="button" onClick={save}>
          <Icon of={Download} /> {words.transfer.download}
        </button>
      </div>
    </div>
  )
}

/** A reason in words. */
export function reasonText(reason: Reason, { transfer: { reasons } }: Messages, format: Format): string {
  if (reason.kind === 'text') return reason.text
  if (reason.kind === 'field') return reasons.field(reason.field)
  if (reason.kind === 'open') return reasons.open(format.list(reason.by))
  if (reason.kind !== 'lost') return reasons[reason.kind]
  const others = reason.by.filter((loss) => loss !== 'domain')
  return [
    ...(others.length < reason.by.length ? [reasons.lostDomain(placeName(reason.domain))] : []),
    ...(others.length > 0 ? [reasons.lost(others, format.list)] : []),
  ].join('; ')
}
