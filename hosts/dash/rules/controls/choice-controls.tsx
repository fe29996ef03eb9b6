import { RULE_EXAMPLES } from '@shortlink/core'
import { Check } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import { RULE_TYPES } from '../rule-types.ts'
import type { ControlProps } from './control-props.ts'
import { ValueList } from './value-list.tsx'

/** One checkbox for each value of a type with few values. */
export function Choices({ type, value, onChange }: ControlProps<'choices'>) {
  const language = useWords()
  const names = RULE_TYPES[type].names?.(language) ?? []
  const toggled = (choice: string, isOn: boolean) =>
    names.map(([one]) => one).filter((one) => (one === choice ? isOn : value.includes(one)))
  return (
    <fieldset>
      <legend>{language.words.rules.anyOf}</legend>
      <div class="cluster">
        {names.map(([choice, name]) => (
          <Check
            key={choice}
            label={name}
            checked={value.includes(choice)}
            onChange={(isOn) => onChange(toggled(choice, isOn))}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** A list of typed values, with suggestions if there are any. */
export function Listed({ type, ...props }: ControlProps<'list'>) {
  const language = useWords()
  const { rules } = language.words
  return (
    <ValueList
      {...props}
      label={rules.anyOf}
      hint={rules.hints[type]}
      placeholder={RULE_EXAMPLES[type].split(',')[0]}
      names={RULE_TYPES[type].names?.(language) ?? []}
    />
  )
}
