import { useQuery } from '@tanstack/preact-query'
import { X } from 'lucide'
import { useLocation } from 'preact-iso'
import { Field, Select } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../ui/words.tsx'
import { addressWith, type FilterName } from './audit-filter.ts'
import styles from './audit-page.module.css'
import { actorOf } from './names.ts'
import { actors } from './queries.ts'

interface AuditFiltersProps {
  readonly query: URLSearchParams
  /** The record in the filter, as text; empty without one. */
  readonly record: string
}

/** Filters of the log by actor, action, days and record; stored in the URL. */
export function AuditFilters({ query, record }: AuditFiltersProps) {
  const { words } = useWords()
  const { route } = useLocation()
  const set = (name: FilterName) => (value: string) => route(addressWith(query, name, value), true)
  const action = query.get('action') ?? ''
  const actions = Object.entries<string>(words.audit.actions)
  return (
    <search class="stack tight">
      <div class={styles.filters}>
        <ActorSelect value={query.get('actor') ?? ''} onChange={set('actor')} />
        <Select
          label={words.audit.action}
          value={action}
          options={[
            ['', words.audit.anyAction],
            ...actions.map(([name, text]) => [name, capitalized(text)] as const),
            ...(action === '' || action in words.audit.actions ? [] : [[action, action] as const]),
          ]}
          onChange={set('action')}
        />
        <Field label={words.visits.firstDay} type="date" value={query.get('from') ?? ''} onInput={set('from')} />
        <Field label={words.visits.lastDay} type="date" value={query.get('to') ?? ''} onInput={set('to')} />
      </div>
      {record !== '' && (
        <div>
          <button
            type="button"
            class="button"
            aria-label={words.visits.removeFilter(record)}
            onClick={() => set('record')('')}
          >
            <bdi class="one-line">{record}</bdi> <Icon of={X} size={14} />
          </button>
        </div>
      )}
    </search>
  )
}

interface ActorSelectProps {
  readonly value: string
  readonly onChange: (actor: string) => void
}

/** The open sessions and the keys of the account, the operator, the server, and the actor in the URL. */
function ActorSelect({ value, onChange }: ActorSelectProps) {
  const { words } = useWords()
  const { data } = useQuery(actors)
  const known = [
    ...(data?.sessions ?? []).map(({ id }) => `session:${id}`),
    ...(data?.getApiKeys ?? []).map(({ id }) => `key:${id}`),
    'cli',
    'system',
  ]
  const all = value === '' || known.includes(value) ? known : [...known, value]
  const text = (actor: string) => {
    const { name, device } = actorOf({ actor, action: '' }, data, words)
    return device === undefined ? name : `${name} · ${device}`
  }
  return (
    <Select
      label={words.audit.actor}
      value={value}
      options={[['', words.audit.anyActor], ...all.map((actor) => [actor, text(actor)] as const)]}
      onChange={onChange}
    />
  )
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
