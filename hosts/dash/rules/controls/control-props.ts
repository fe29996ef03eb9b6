import type { ConditionType } from '../conditions.ts'
import type { ControlName, Edited } from '../rule-types.ts'

/** Properties of the control that edits values in one form. */
export interface ControlProps<Control extends ControlName> {
  readonly type: ConditionType
  readonly value: Edited[Control]
  readonly onChange: (value: Edited[Control]) => void
}
