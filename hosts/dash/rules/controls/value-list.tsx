import { X } from 'lucide'
import { useId, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../ui/words.tsx'
import { alternativesOf } from '../values.ts'
import styles from './value-list.module.css'

interface ValueListProps {
  readonly label: string
  readonly hint: string
  /** Alternatives, separated by commas. */
  readonly value: string
  /** Suggested values, by the name that the user reads and types; others may be typed too. */
  readonly names: readonly (readonly [value: string, name: string])[]
  readonly placeholder?: string | undefined
  readonly onChange: (value: string) => void
}

/** Suggestions for a field. Rendered only while the field has the focus: a page may have many fields with hundreds of names. */
export const Names = ({ id, names }: { readonly id: string; readonly names: readonly string[] }) => (
  <datalist id={id}>
    {names.map((name) => (
      <option key={name} value={name} />
    ))}
  </datalist>
)

/** Alternatives, each with a button that removes it, and a field that adds one on Enter, comma or blur. */
export function ValueList({ label, hint, value, names, placeholder, onChange }: ValueListProps) {
  const { words } = useWords()
  const id = useId()
  // Text in the field counts as the last alternative, so that saving does not lose it.
  const [typed, setTyped] = useState('')
  const [isFocused, setFocused] = useState(false)
  const all = alternativesOf(value)
  const values = typed.trim() === '' ? all : all.slice(0, -1)
  const change = (before: readonly string[], text: string) => {
    const parts = text.split(',')
    const rest = parts.pop() ?? ''
    setTyped(rest)
    onChange([...before, ...[...parts, rest].map((part) => valueNamed(part, names))].filter(Boolean).join(','))
  }
  const remove = (at: number) => change(values.toSpliced(at, 1), typed)
  return (
    <div class="stack tight">
      <label for={id}>{label}</label>
      {values.length > 0 && (
        <ul class="cluster">
          {values.map((one, at) => {
            const name = nameOf(one, names)
            return (
              <li key={one} class={`chip ${styles.value}`}>
                <bdi>{name}</bdi>
                <button type="button" aria-label={words.rules.removeValue(name)} onClick={() => remove(at)}>
                  <Icon of={X} size={14} />
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <input
        id={id}
        list={`${id}-names`}
        placeholder={values.length === 0 ? placeholder : words.rules.another}
        autocomplete="off"
        spellcheck={false}
        maxLength={2048}
        value={typed}
        aria-describedby={`${id}-hint`}
        onInput={(event) => change(values, event.currentTarget.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setTyped('')
          setFocused(false)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') setTyped('')
          if (event.key === 'Backspace' && typed === '' && values.length > 0) remove(values.length - 1)
        }}
      />
      {isFocused && <Names id={`${id}-names`} names={names.map(([, name]) => name)} />}
      <p id={`${id}-hint`} class="muted small">
        {hint}
      </p>
    </div>
  )
}

type NamedValues = ValueListProps['names']

/** The value with that name, or the text itself. */
function valueNamed(text: string, names: NamedValues): string {
  const wanted = text.trim().toLowerCase()
  return (
    names.find(([value, name]) => name.toLowerCase() === wanted || value.toLowerCase() === wanted)?.[0] ?? text.trim()
  )
}

const nameOf = (value: string, names: NamedValues) =>
  names.find(([known]) => known.toLowerCase() === value.toLowerCase())?.[1] ?? value
