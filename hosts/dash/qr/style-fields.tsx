import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { PLAIN_LOOK, type QrLook } from '../ui/browser/qr-svg.ts'
import { lookOf } from '../ui/codes/look-of-style.ts'
import { Field, Select } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { Refusal, WriteButton } from '../ui/write.tsx'
import { useStyles } from './use-styles.ts'

const MAX_NAME_LENGTH = 60

interface StyleFieldsProps {
  readonly look: QrLook
  readonly onChoose: (look: QrLook) => void
  /** Between the choice of a style and the form that saves one. */
  readonly children: ComponentChildren
}

/** Chooses, saves, replaces and deletes the styles of the account. */
export function StyleFields({ look, onChoose, children }: StyleFieldsProps) {
  const { words } = useWords()
  const { styles, defaultId, saving, removing } = useStyles()
  const [chosenId, setId] = useState<string>()
  const id = chosenId ?? defaultId
  const [name, setName] = useState('')
  const chosen = styles.find((style) => style.id === id)
  const isUnchanged = chosen !== undefined && JSON.stringify(lookOf(chosen)) === JSON.stringify(look)
  const choose = (next: string) => {
    setId(next)
    const style = styles.find((one) => one.id === next)
    onChoose(style ? lookOf(style) : PLAIN_LOOK)
  }
  const save = (replaced?: { readonly id: string; readonly name: string }) =>
    saving.mutate(
      { name: name.trim(), look, ...replaced },
      {
        onSuccess: (saved) => {
          setId(saved)
          setName('')
          toast(words.edit.saved)
        },
      },
    )
  return (
    <>
      {styles.length > 0 && (
        <Select
          label={words.qr.style}
          value={chosen?.id ?? ''}
          options={[['', words.qr.noStyle], ...styles.map((style) => [style.id, style.name] as const)]}
          onChange={choose}
        />
      )}
      {chosen && (
        <div class="cluster">
          <WriteButton disabled={isUnchanged} isBusy={saving.isPending} onClick={() => save(chosen)}>
            {words.qr.replaceStyle(chosen.name)}
          </WriteButton>
          <WriteButton
            class="danger"
            isBusy={removing.isPending}
            onClick={() => removing.mutate(chosen.id, { onSuccess: () => setId('') })}
          >
            {words.qr.deleteStyle(chosen.name)}
          </WriteButton>
        </div>
      )}
      {children}
      <form
        class="stack tight"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '' && !saving.isPending) save()
        }}
      >
        <Field
          label={words.qr.styleName}
          hint={words.qr.styleHint}
          autocomplete="off"
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onInput={setName}
        />
        <div>
          <WriteButton type="submit" disabled={name.trim() === ''} isBusy={saving.isPending} error={saving.error}>
            {words.qr.saveStyle}
          </WriteButton>
        </div>
      </form>
      <Refusal error={saving.error ?? removing.error} />
    </>
  )
}
