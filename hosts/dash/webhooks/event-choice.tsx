import type { EventType } from '@shortlink/core'
import { useQuery } from '@tanstack/preact-query'
import { useId } from 'preact/hooks'
import { account } from '../account/queries.ts'
import { useWords } from '../ui/words.tsx'
import styles from './event-choice.module.css'

interface EventChoiceProps {
  readonly events: readonly string[]
  readonly fault: string | undefined
  readonly onChange: (events: readonly string[]) => void
}

/** The events of a webhook, each with its description. */
export function EventChoice({ events, fault, onChange }: EventChoiceProps) {
  const { words } = useWords()
  const id = useId()
  const { data } = useQuery(account)
  const all = (Object.keys(words.webhooks.events) as EventType[]).filter(
    (event) => event !== 'link.reported' || data?.role === 'ADMIN',
  )
  return (
    <fieldset class="stack tight" aria-describedby={id}>
      <legend>{words.webhooks.choose}</legend>
      {all.map((event) => (
        <label key={event} class={`check ${styles.event}`}>
          <input
            type="checkbox"
            checked={events.includes(event)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(all.filter((one) => (one === event ? checked : events.includes(one))))
            }
          />
          <span>
            <code>{event}</code> <span class="muted small">{words.webhooks.events[event]}</span>
          </span>
        </label>
      ))}
      <p id={id} class="wrong small" role="alert" hidden={fault === undefined}>
        {fault}
      </p>
    </fieldset>
  )
}
