import { RULE_EXAMPLES } from '@shortlink/core'
import { X } from 'lucide'
import { Check, Field, Select } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './condition-fields.module.css'
import { CONDITION_TYPES, type Condition, type ConditionType } from './conditions.ts'

interface ConditionFieldsProps {
  readonly condition: Condition
  readonly isFirst: boolean
  readonly onChange: (condition: Condition) => void
  /** Undefined while it is the only one. */
  readonly onRemove: (() => void) | undefined
}

/** What one condition looks at, whether it is negated, and its value. */
export function ConditionFields({ condition, isFirst, onChange, onRemove }: ConditionFieldsProps) {
  const { words } = useWords()
  const { type, isNegated, value } = condition
  const known = CONDITION_TYPES.find((name) => name === type)
  const options = CONDITION_TYPES.map((name) => [name, words.rules.types[name]] as const)
  return (
    <div class={styles.fields}>
      <Select
        label={isFirst ? words.rules.if : words.rules.and}
        value={type}
        options={known ? options : [[type, type], ...options]}
        onChange={(chosen) => onChange({ type: chosen, isNegated: false, value: initialValue(chosen) })}
      />
      <Select
        label={words.rules.how}
        value={isNegated ? 'not' : 'is'}
        options={[
          ['is', words.rules.is],
          ['not', words.rules.isNot],
        ]}
        onChange={(how) => onChange({ ...condition, isNegated: how === 'not' })}
      />
      <Value type={known} value={value} onChange={(changed) => onChange({ ...condition, value: changed })} />
      {onRemove && (
        <button
          type="button"
          class={`button plain ${styles.remove}`}
          aria-label={words.rules.removeCondition}
          onClick={onRemove}
        >
          <Icon of={X} />
        </button>
      )}
    </div>
  )
}

/** Values that are chosen, not typed. */
const CHOICES: Partial<Record<ConditionType, readonly string[]>> = {
  device: ['desktop', 'mobile', 'tablet', 'bot', 'other'],
  continent: ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'],
}

const initialValue = (type: string) => CHOICES[type as ConditionType]?.[0] ?? ''

interface ValueProps {
  readonly type: ConditionType | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

function Value({ type, value, onChange }: ValueProps) {
  const { words } = useWords()
  const choices = type && CHOICES[type]
  if (choices) {
    const chosen = new Set(value.split(',').map((part) => part.trim()))
    const names: Readonly<Record<string, string>> = type === 'device' ? words.visits.devices : words.rules.continents
    const toggle = (choice: string, isChosen: boolean) =>
      onChange(choices.filter((one) => (one === choice ? isChosen : chosen.has(one))).join(','))
    return (
      <fieldset>
        <legend>{words.rules.value}</legend>
        <div class="cluster">
          {choices.map((choice) => (
            <Check
              key={choice}
              label={names[choice] ?? choice}
              checked={chosen.has(choice)}
              onChange={(isChosen) => toggle(choice, isChosen)}
            />
          ))}
        </div>
      </fieldset>
    )
  }
  return (
    <Field
      label={words.rules.value}
      hint={type && words.rules.hints[type]}
      placeholder={type && RULE_EXAMPLES[type]}
      autocomplete="off"
      spellcheck={false}
      maxLength={2048}
      value={value}
      onInput={onChange}
    />
  )
}
