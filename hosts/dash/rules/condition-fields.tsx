import { X } from 'lucide'
import { Select } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './condition-fields.module.css'
import { CONDITION_TYPES, type Condition } from './conditions.ts'
import { ValueControl } from './controls/value-control.tsx'
import { ruleTypeOf } from './rule-types.ts'

interface ConditionFieldsProps {
  readonly condition: Condition
  readonly isFirst: boolean
  /** Validation error of the condition. */
  readonly fault: string | undefined
  readonly onChange: (condition: Condition) => void
  /** Undefined while it is the only one. */
  readonly onRemove: (() => void) | undefined
}

/** Type, negation and value of one condition. */
export function ConditionFields({ condition, isFirst, fault, onChange, onRemove }: ConditionFieldsProps) {
  const { words, format } = useWords()
  const { type, isNegated, value } = condition
  const known = CONDITION_TYPES.find((name) => name === type)
  const options = CONDITION_TYPES.map((name) => [name, words.rules.types[name]] as const)
  return (
    <div class={styles.condition}>
      <div class={styles.kind}>
        <Select
          label={isFirst ? words.rules.if : words.rules.and}
          value={type}
          options={known ? options : [[type, type], ...options]}
          onChange={(chosen) =>
            onChange({ type: chosen, isNegated: false, value: ruleTypeOf(chosen)?.initial?.(format.timeZone) ?? '' })
          }
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
        {onRemove && (
          <button type="button" class="button plain" aria-label={words.rules.removeCondition} onClick={onRemove}>
            <Icon of={X} />
          </button>
        )}
      </div>
      <ValueControl
        key={type}
        type={known}
        value={value}
        onChange={(changed) => onChange({ ...condition, value: changed })}
      />
      {fault !== undefined && (
        <p class="wrong small" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
