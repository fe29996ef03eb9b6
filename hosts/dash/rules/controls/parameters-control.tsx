import { Plus, X } from 'lucide'
import { Check, Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../ui/words.tsx'
import styles from '../controls.module.css'
import type { ControlProps } from './control-props.ts'

/** Query parameters; a visitor must have one of them: a name, and a value or any value. */
export function ParametersControl({ value: parameters, onChange: set }: ControlProps<'parameters'>) {
  const { words } = useWords()
  return (
    <div class="stack">
      {parameters.map(({ name, value }, at) => (
        <div key={at} class={styles.pair}>
          <Field
            label={words.rules.parameter}
            autocomplete="off"
            spellcheck={false}
            placeholder="ref"
            value={name}
            onInput={(typed) => set(parameters.with(at, { name: typed, value }))}
          />
          <Field
            label={words.rules.parameterValue}
            autocomplete="off"
            spellcheck={false}
            placeholder={value === undefined ? words.rules.anyValue : ''}
            value={value ?? ''}
            disabled={value === undefined}
            onInput={(typed) => set(parameters.with(at, { name, value: typed }))}
          />
          <div class={styles.beside}>
            <Check
              label={words.rules.anyValue}
              checked={value === undefined}
              onChange={(isAny) => set(parameters.with(at, { name, value: isAny ? undefined : '' }))}
            />
          </div>
          {parameters.length > 1 && (
            <button
              type="button"
              class={`button plain ${styles.beside}`}
              aria-label={words.rules.removeValue(name)}
              onClick={() => set(parameters.toSpliced(at, 1))}
            >
              <Icon of={X} />
            </button>
          )}
        </div>
      ))}
      <div>
        <button type="button" class="button" onClick={() => set([...parameters, { name: '', value: undefined }])}>
          <Icon of={Plus} /> {words.rules.addParameter}
        </button>
      </div>
    </div>
  )
}
