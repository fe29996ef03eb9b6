import { useWords } from '../../ui/words.tsx'
import type { ImportReport } from '../queries.ts'
import styles from '../transfer.module.css'

interface LossesProps {
  readonly program: string
  readonly report: ImportReport
}

/** Text about the changes and losses of an import. */
export function Losses({ program, report }: LossesProps) {
  const { words, format } = useWords()
  const { lost, closed, limited, total, rows, isCsv } = report
  const unsaid = isCsv ? words.transfer.unsaid[program] : undefined
  const names = lost.map(({ name, links }) => `${name} (${format.number(links)})`)
  return (
    <section class="stack tight">
      <h3>{words.transfer.losses}</h3>
      <ul class={styles.losses}>
        <li>{words.transfer.staysBehind}</li>
        {closed > 0 && <li>{words.transfer.closed(closed)}</li>}
        {limited > 0 && <li>{words.transfer.limited(limited)}</li>}
        {names.length > 0 && <li>{words.transfer.lost(format.list(names))}</li>}
        {unsaid && <li>{unsaid}</li>}
        {total != null && total > rows && (
          <li>{words.transfer.holdsPart(format.number(rows), format.number(total))}</li>
        )}
      </ul>
    </section>
  )
}
