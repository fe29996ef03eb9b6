import { useId } from 'preact/hooks'

interface TextAreaProps {
  readonly label: string
  readonly hint?: string
  /** Validation error of the value. */
  readonly fault?: string | undefined
  readonly maxLength?: number
  readonly value: string
  readonly onInput: (value: string) => void
}

/** A labelled text of several lines. */
export function TextArea({ label, hint, fault, maxLength, value, onInput }: TextAreaProps) {
  const id = useId()
  return (
    <div class="stack tight">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        maxLength={maxLength}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-hint ${id}-fault`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} class="muted small" hidden={hint === undefined}>
        {hint}
      </p>
      <p id={`${id}-fault`} class="wrong small" role="alert" hidden={fault === undefined}>
        {fault}
      </p>
    </div>
  )
}
