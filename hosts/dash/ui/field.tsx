import type { ComponentChildren, PartialInputHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'

type InputProps = Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'onInput' | 'label' | 'role' | 'value'>

interface FieldProps extends InputProps {
  readonly label: string
  readonly hint?: ComponentChildren
  /** Validation error of the value. */
  readonly fault?: string | undefined
  /** The id of a `datalist`. */
  readonly list?: string
  readonly value: string
  readonly onInput: (value: string) => void
}

/** A labelled text input; screen readers read its error with it. */
export function Field({ label, hint, fault, value, onInput, ...input }: FieldProps) {
  const id = useId()
  return (
    <div class="stack tight">
      <label for={id}>{label}</label>
      <input
        // Preact's types want the type of a field to be known where it is drawn.
        {...(input as InputProps & { type: 'text' })}
        id={id}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-hint ${id}-fault`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {hint && (
        <p id={`${id}-hint`} class="muted small">
          {hint}
        </p>
      )}
      <p id={`${id}-fault`} class="wrong small" role="alert" hidden={fault === undefined}>
        {fault}
      </p>
    </div>
  )
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly onChange: (value: string) => void
  /** Leaves the label to screen readers. */
  readonly bare?: boolean
}

/** A labelled choice of one. */
export function Select({ label, value, options, onChange, bare = false }: SelectProps) {
  const id = useId()
  return (
    <div class="stack tight">
      <label for={id} class={bare ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

interface CheckProps {
  readonly label: ComponentChildren
  /** Looks like a switch: for settings that apply at once. */
  readonly isSwitch?: boolean
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

/** A labelled yes or no. */
export const Check = ({ label, isSwitch = false, checked, disabled = false, onChange }: CheckProps) => (
  <label class="check">
    <input
      type="checkbox"
      role={isSwitch ? 'switch' : undefined}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <span>{label}</span>
  </label>
)
