import { RULE_EXAMPLES } from '@shortlink/core'
import { Field, Select } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import styles from '../controls.module.css'
import type { ControlProps } from './control-props.ts'

/** More or fewer visits than a number. */
export function VisitsControl({ value: { sign, count }, onChange }: ControlProps<'comparison'>) {
  const { words } = useWords()
  return (
    <div class={styles.pair}>
      <Select
        label={words.rules.comparison}
        value={sign}
        options={[
          ['>', words.rules.more],
          ['<', words.rules.fewer],
        ]}
        onChange={(chosen) => onChange({ sign: chosen === '<' ? '<' : '>', count })}
      />
      <Field
        label={words.rules.count}
        type="number"
        min={0}
        value={count}
        onInput={(typed) => onChange({ sign, count: typed })}
      />
    </div>
  )
}

/** A share of the visitors. */
export function PercentControl({ type, value, onChange }: ControlProps<'percent'>) {
  const { words } = useWords()
  return (
    <Field
      label={words.rules.share}
      hint={words.rules.hints[type]}
      type="number"
      min={1}
      max={99}
      placeholder={RULE_EXAMPLES[type]}
      autocomplete="off"
      spellcheck={false}
      value={value}
      onInput={onChange}
    />
  )
}
