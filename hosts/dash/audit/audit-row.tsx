import { ListFilter } from 'lucide'
import { useLocation } from 'preact-iso'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../ui/words.tsx'
import { addressWith } from './audit-filter.ts'
import { type Actor, deedOf, type ShownRecord } from './names.ts'
import type { Entry } from './queries.ts'

interface AuditRowProps {
  readonly entry: Entry
  readonly actor: Actor
  readonly record: ShownRecord
  readonly query: URLSearchParams
}

/** An entry of the log: who did what, the record, when, and from which network and device. */
export function AuditRow({ entry, actor, record, query }: AuditRowProps) {
  const { words, format } = useWords()
  const { route } = useLocation()
  const shown = <bdi>{record.text}</bdi>
  return (
    <li>
      <div>
        <p>
          <strong>
            <bdi>{actor.name}</bdi>
          </strong>{' '}
          {deedOf(entry, words, format)}
        </p>
        <p class="small">{record.href === undefined ? shown : <a href={record.href}>{shown}</a>}</p>
        <p class="muted small">
          <time dateTime={entry.at} title={format.ago(entry.at)}>
            {format.dateTime(entry.at)}
          </time>
          {[actor.device, entry.network].filter(Boolean).map((fact) => ` · ${fact}`)}
        </p>
      </div>
      {query.get('record') !== entry.targetId && (
        <button
          type="button"
          class="button plain"
          aria-label={words.audit.only(record.text)}
          title={words.audit.only(record.text)}
          onClick={() => route(addressWith(query, 'record', entry.targetId), true)}
        >
          <Icon of={ListFilter} />
        </button>
      )}
    </li>
  )
}
