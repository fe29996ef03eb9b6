import { RULE_EXAMPLES } from '@shortlink/core'
import type { FunctionComponent } from 'preact'
import { Field } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import type { ConditionType } from '../conditions.ts'
import { type ControlName, RULE_TYPES, type TypeWith } from '../rule-types.ts'
import { Choices, Listed } from './choice-controls.tsx'
import { DaysControl, InstantControl, TimesControl } from './clock-controls.tsx'
import type { ControlProps } from './control-props.ts'
import { PercentControl, VisitsControl } from './number-controls.tsx'
import { ParametersControl } from './parameters-control.tsx'

const CONTROLS: { readonly [Name in ControlName]: FunctionComponent<ControlProps<Name>> } = {
  choices: Choices,
  list: Listed,
  parameters: ParametersControl,
  moment: InstantControl,
  times: TimesControl,
  days: DaysControl,
  comparison: VisitsControl,
  percent: PercentControl,
}

interface ValueControlProps {
  /** Undefined for a type of a later version. */
  readonly type: ConditionType | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The control of a condition's value; a line of text for a value that its type's control cannot show. */
export const ValueControl = (props: ValueControlProps) =>
  (props.type && controlFor(RULE_TYPES[props.type], props.type, props)) ?? <Line {...props} />

function controlFor<Name extends ControlName>(
  { control, parse, print }: TypeWith<Name>,
  type: ConditionType,
  { value, onChange }: ValueControlProps,
) {
  const edited = parse(value)
  const Control: FunctionComponent<ControlProps<Name>> = CONTROLS[control]
  return edited === undefined ? undefined : (
    <Control type={type} value={edited} onChange={(changed) => onChange(print(changed))} />
  )
}

function Line({ type, value, onChange }: ValueControlProps) {
  const { words } = useWords()
  return (
    <Field
      label={words.rules.value}
      hint={type && words.rules.hints[type]}
      maxLength={2048}
      placeholder={type && RULE_EXAMPLES[type]}
      autocomplete="off"
      spellcheck={false}
      value={value}
      onInput={onChange}
    />
  )
}
