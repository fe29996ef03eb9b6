import { CopyButton } from '../ui/copy.tsx'
import { useWords } from '../ui/words.tsx'
import type { DnsRecord } from './dns-records.ts'
import styles from './record-list.module.css'

interface RecordListProps {
  readonly records: readonly DnsRecord[]
  /** The host to resolve for a record without a value. */
  readonly host: string
}

/** DNS records in the form that providers require, with copy buttons. */
export function RecordList({ records, host }: RecordListProps) {
  const { words } = useWords()
  return (
    <ul class={styles.records}>
      {records.map(({ type, name, value }) => (
        <li key={type}>
          <dl class={styles.record}>
            <RecordPart label={words.domains.type} text={type} copyLabel={words.domains.copyType(type)} />
            <RecordPart label={words.domains.name} text={name} copyLabel={words.domains.copyName(type)} />
            {value === undefined ? (
              <RecordPart label={words.domains.value} hint={words.domains.address(type, host)} />
            ) : (
              <RecordPart label={words.domains.value} text={value} copyLabel={words.domains.copyValue(type)} />
            )}
          </dl>
        </li>
      ))}
    </ul>
  )
}

type RecordPartProps = { readonly label: string } & (
  | { readonly text: string; readonly copyLabel: string }
  | { readonly hint: string }
)

const RecordPart = (part: RecordPartProps) => (
  <div>
    <dt class="muted small">{part.label}</dt>
    <dd class={styles.value}>
      {'hint' in part ? (
        part.hint
      ) : (
        <>
          <code>{part.text}</code>
          <CopyButton text={part.text} label={part.copyLabel} />
        </>
      )}
    </dd>
  </div>
)
