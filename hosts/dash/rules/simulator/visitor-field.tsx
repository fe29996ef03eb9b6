import { Check, Field, Select } from '../../ui/field.tsx'
import { instantOf, localTime } from '../../ui/text/local-time.ts'
import { useWords } from '../../ui/words.tsx'
import { type FieldName, RULE_TYPES } from '../rule-types.ts'
import type { Language } from '../values.ts'

interface VisitorFieldProps {
  readonly name: FieldName
  /** Undefined for unknown, null if the visitor has none. */
  readonly value: string | null | undefined
  readonly onChange: (value: string | null | undefined) => void
}

const PLACEHOLDERS: Partial<Record<FieldName, string>> = {
  region: 'US-CA',
  city: 'Rome',
  browser: 'Firefox',
  language: 'pt-BR',
  query: 'ref=mail&x=1',
  referrer: 'https://example.com/',
  ip: '192.0.2.1',
  draw: '0–99',
}

/** Input for one fact about the simulated visitor. */
export function VisitorField({ name, value, onChange }: VisitorFieldProps) {
  const language = useWords()
  const { words, format } = language
  const label = words.simulator.fields[name]
  const orUnknown = (text: string) => onChange(text === '' ? undefined : text)
  switch (name) {
    case 'country':
    case 'continent':
    case 'device':
    case 'os':
      return <Choice label={label} value={value} options={optionsOf(name, language)} onChange={onChange} />
    case 'at':
      return (
        <Field
          label={label}
          type="datetime-local"
          hint={words.visits.zone(format.timeZone)}
          value={localTime(value ?? '')}
          onInput={(local) => orUnknown(instantOf(local))}
        />
      )
    case 'visits':
    case 'draw':
      return (
        <Field
          label={label}
          type="number"
          min={0}
          {...(name === 'draw' ? { max: 99, hint: words.simulator.drawHint } : {})}
          placeholder={words.simulator.unknown}
          value={value ?? ''}
          onInput={orUnknown}
        />
      )
    default:
      return (
        <div class="stack tight">
          <Field
            label={label}
            placeholder={value === null ? words.simulator.none : PLACEHOLDERS[name]}
            autocomplete="off"
            spellcheck={false}
            disabled={value === null}
            value={value ?? ''}
            onInput={orUnknown}
          />
          {name !== 'ip' && (
            <Check
              label={words.simulator.hasNone[name]}
              checked={value === null}
              onChange={(isNone) => onChange(isNone ? null : undefined)}
            />
          )}
        </div>
      )
  }
}

/** The names of operating systems are the facts themselves. */
const optionsOf = (name: 'country' | 'continent' | 'device' | 'os', language: Language) =>
  (RULE_TYPES[name].names?.(language) ?? []).map(([value, text]) => [name === 'os' ? text : value, text] as const)

interface ChoiceProps extends Omit<VisitorFieldProps, 'name'> {
  readonly label: string
  readonly options: readonly (readonly [value: string, text: string])[]
}

const NONE = 'none'

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const { words } = useWords()
  const isOther = typeof value === 'string' && !options.some(([option]) => option === value)
  return (
    <Select
      label={label}
      value={value === null ? NONE : (value ?? '')}
      options={[
        ['', words.simulator.unknown],
        [NONE, words.simulator.none],
        ...(isOther ? [[value, value] as const] : []),
        ...options,
      ]}
      onChange={(chosen) => onChange(chosen === '' ? undefined : chosen === NONE ? null : chosen)}
    />
  )
}
