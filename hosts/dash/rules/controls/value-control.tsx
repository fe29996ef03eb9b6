import { RULE_EXAMPLES } from '@shortlink/core'
import { Field } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import type { ConditionType } from '../conditions.ts'
import { comparisonOf, daysOf, parametersOf, timesOf } from '../values.ts'
import { areChoices, Choices, Listed } from './choice-controls.tsx'
import { DaysControl, InstantControl, TimesControl } from './clock-controls.tsx'
import { VisitsControl } from './number-controls.tsx'
import { ParametersControl } from './parameters-control.tsx'

/** Initial value of a condition after choosing its type. */
export function initialValue(type: string, timeZone: string): string {
  switch (type) {
    case 'device':
      return 'mobile'
    case 'time':
      return `09:00-17:00@${timeZone}`
    case 'weekday':
      return `mon-fri@${timeZone}`
    case 'visits':
      return '>100'
    case 'percent':
      return '50'
    default:
      return ''
  }
}

export interface ValueControlProps {
  /** Undefined for a type of a later version. */
  readonly type: ConditionType | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The control of a condition's value; a line of text for a value that its type's control cannot show. */
export function ValueControl(props: ValueControlProps) {
  const { type, value, onChange } = props
  const times = timesOf(value)
  const days = daysOf(value)
  const comparison = comparisonOf(value)
  switch (type) {
    case 'device':
    case 'os':
    case 'continent':
      return areChoices(type, value) ? <Choices {...props} type={type} /> : <Line {...props} />
    case 'country':
    case 'browser':
    case 'language':
    case 'region':
    case 'city':
    case 'referrer':
    case 'ip':
      return <Listed {...props} type={type} />
    case 'query':
      return <ParametersControl parameters={parametersOf(value)} onChange={onChange} />
    case 'before':
    case 'after':
      return value === '' || !Number.isNaN(Date.parse(value)) ? <InstantControl {...props} /> : <Line {...props} />
    case 'time':
      return times ? <TimesControl times={times} onChange={onChange} /> : <Line {...props} />
    case 'weekday':
      return days ? <DaysControl days={days} onChange={onChange} /> : <Line {...props} />
    case 'visits':
      return comparison ? <VisitsControl comparison={comparison} onChange={onChange} /> : <Line {...props} />
    default:
      return <Line {...props} />
  }
}

function Line({ type, value, onChange }: ValueControlProps) {
  const { words } = useWords()
  const isPercent = type === 'percent'
  return (
    <Field
      label={isPercent ? words.rules.share : words.rules.value}
      hint={type && words.rules.hints[type]}
      {...(isPercent ? { type: 'number', min: 1, max: 99 } : { maxLength: 2048 })}
      placeholder={type && RULE_EXAMPLES[type]}
      autocomplete="off"
      spellcheck={false}
      value={value}
      onInput={onChange}
    />
  )
}
