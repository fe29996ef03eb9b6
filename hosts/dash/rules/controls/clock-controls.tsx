import { Plus, X } from 'lucide'
import { useId, useState } from 'preact/hooks'
import { Check, Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { instantOf, localTime } from '../../ui/text/local-time.ts'
import { useWords } from '../../ui/words.tsx'
import styles from '../controls.module.css'
import type { TimeSpan } from '../values.ts'
import type { ControlProps } from './control-props.ts'
import { Names } from './value-list.tsx'

/** A date and a time of the viewer's zone. */
export function InstantControl({ value, onChange }: ControlProps<'moment'>) {
  const { words, format } = useWords()
  return (
    <Field
      label={words.rules.moment}
      type="datetime-local"
      hint={words.visits.zone(format.timeZone)}
      value={localTime(value)}
      onInput={(local) => onChange(instantOf(local))}
    />
  )
}

/** Times of day, each from one to another, in a zone. */
export function TimesControl({ value: { spans, zone }, onChange }: ControlProps<'times'>) {
  const { words } = useWords()
  const set = (changed: readonly TimeSpan[]) => onChange({ spans: changed, zone })
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
      <Zone zone={zone} onChange={(changed) => onChange({ spans, zone: changed })} />
    </div>
  )
}

/** Days of the week, in a zone. */
export function DaysControl({ value: { days, zone }, onChange }: ControlProps<'days'>) {
  const { words, format } = useWords()
  const toggle = (day: number, isChosen: boolean) =>
    onChange({ zone, days: WEEK.filter((one) => (one === day ? isChosen : days.includes(one))) })
  return (
    <div class="stack">
      <fieldset>
        <legend>{words.rules.days}</legend>
        <div class="cluster">
          {WEEK.map((day) => (
            <Check
              key={day}
              label={format.weekday(day + 1)}
              checked={days.includes(day)}
              onChange={(isChosen) => toggle(day, isChosen)}
            />
          ))}
        </div>
      </fieldset>
      <Zone zone={zone} onChange={(changed) => onChange({ days, zone: changed })} />
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
