import { Plus, X } from 'lucide'
import { useId, useState } from 'preact/hooks'
import { Check, Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { instantOf, localTime } from '../../ui/text/local-time.ts'
import { useWords } from '../../ui/words.tsx'
import styles from '../controls.module.css'
import { type Days, daysText, type TimeSpan, type Times, timesText } from '../values.ts'
import { Names } from './value-list.tsx'

interface ControlProps {
  readonly onChange: (value: string) => void
}

/** A date and a time of the viewer's zone. */
export function InstantControl({ value, onChange }: ControlProps & { readonly value: string }) {
  const { words, format } = useWords()
  return (
    <Field
      label={words.rules.moment}
      type="datetime-local"
      step="1"
      hint={words.visits.zone(format.timeZone)}
      value={localTime(value)}
      onInput={(local) => onChange(instantOf(local))}
    />
  )
}

/** Times of day, each from one to another, in a zone. */
export function TimesControl({ times, onChange }: ControlProps & { readonly times: Times }) {
  const { words } = useWords()
  const { spans, zone } = times
  const set = (changed: readonly TimeSpan[]) => onChange(timesText({ spans: changed, zone }))
  return (
    <div class="stack">
      {spans.map((span, at) => (
        <div key={at} class={styles.pair}>
          <Field
            label={words.rules.from}
            type="time"
            value={span.from}
            onInput={(from) => set(spans.with(at, { ...span, from }))}
          />
          <Field
            label={words.rules.to}
            type="time"
            value={span.to}
            onInput={(to) => set(spans.with(at, { ...span, to }))}
          />
          {spans.length > 1 && (
            <button
              type="button"
              class={`button plain ${styles.beside}`}
              aria-label={words.rules.removeValue(words.rules.span(span.from, span.to))}
              onClick={() => set(spans.toSpliced(at, 1))}
            >
              <Icon of={X} />
            </button>
          )}
        </div>
      ))}
      <div>
        <button type="button" class="button" onClick={() => set([...spans, { from: '13:00', to: '17:00' }])}>
          <Icon of={Plus} /> {words.rules.addTime}
        </button>
      </div>
      <Zone zone={zone} onChange={(changed) => onChange(timesText({ spans, zone: changed }))} />
    </div>
  )
}

/** Days of the week, in a zone. */
export function DaysControl({ days, onChange }: ControlProps & { readonly days: Days }) {
  const { words, format } = useWords()
  const toggle = (day: number, isChosen: boolean) =>
    onChange(daysText({ ...days, days: WEEK.filter((one) => (one === day ? isChosen : days.days.includes(one))) }))
  return (
    <div class="stack">
      <fieldset>
        <legend>{words.rules.days}</legend>
        <div class="cluster">
          {WEEK.map((day) => (
            <Check
              key={day}
              label={format.weekday(day + 1)}
              checked={days.days.includes(day)}
              onChange={(isChosen) => toggle(day, isChosen)}
            />
          ))}
        </div>
      </fieldset>
      <Zone zone={days.zone} onChange={(zone) => onChange(daysText({ ...days, zone }))} />
    </div>
  )
}

const WEEK = [0, 1, 2, 3, 4, 5, 6]
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')]

function Zone({ zone, onChange }: { readonly zone: string; readonly onChange: (zone: string) => void }) {
  const { words } = useWords()
  const list = useId()
  const [isFocused, setFocused] = useState(false)
  return (
    <div>
      <Field
        label={words.rules.zone}
        list={list}
        autocomplete="off"
        spellcheck={false}
        value={zone}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onInput={onChange}
      />
      {isFocused && <Names id={list} names={ZONES} />}
    </div>
  )
}
