import { useWords } from '../../ui/words.tsx'
import styles from '../transfer.module.css'
import type { Plan } from './plan-file.ts'
import type { ReadFile } from './read-file.ts'

interface LossesProps {
  readonly file: ReadFile
  readonly plan: Plan
}

/** Text about the changes and losses of an import. */
export function Losses({ file, plan }: LossesProps) {
  const { words, format } = useWords()
  const { lost, closed, limited } = plan
  const unsaid = file.isCsv ? words.transfer.unsaid[file.program.name] : undefined
  const names = [...lost].map(([name, count]) => `${name} (${format.number(count)})`)
  return (
    <section class="stack tight">
      <h3>{words.transfer.losses}</h3>
      <ul class={styles.losses}>
        <li>{words.transfer.staysBehind}</li>
        {closed > 0 && <li>{words.transfer.closed(closed)}</li>}
        {limited > 0 && <li>{words.transfer.limited(limited)}</li>}
        {names.length > 0 && <li>{words.transfer.lost(format.list(names))}</li>}
        {unsaid && <li>{unsaid}</li>}
        {file.total !== undefined && file.total > file.rows.length && (
          <li>{words.transfer.holdsPart(format.number(file.rows.length), format.number(file.total))}</li>
        )}
      </ul>
    </section>
  )
}
