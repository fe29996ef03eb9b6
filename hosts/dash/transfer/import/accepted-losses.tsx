import { REFUSING_NAMES, type Refusing } from '../../../import/losses.ts'
import { Check } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'

interface AcceptedLossesProps {
  readonly refusing: ReadonlyMap<string, number>
  readonly accepted: ReadonlySet<string>
  readonly onAccept: (accepted: ReadonlySet<string>) => void
}

/** Losses that the user accepts for imported links. */
export function AcceptedLosses({ refusing, accepted, onAccept }: AcceptedLossesProps) {
  const { words } = useWords()
  const names = REFUSING_NAMES.filter((name) => refusing.has(name))
  if (names.length === 0) return null
  const toggle = (name: Refusing, isOn: boolean) =>
    onAccept(new Set([...accepted, name].filter((one) => isOn || one !== name)))
  return (
    <fieldset class="stack tight">
      <legend>{words.transfer.accept}</legend>
      <p class="muted small">{words.transfer.acceptHint}</p>
      {names.map((name) => (
        <Check
          key={name}
          label={words.transfer.acceptLoss(refusing.get(name) ?? 0, name)}
          checked={accepted.has(name)}
          onChange={(isOn) => toggle(name, isOn)}
        />
      ))}
    </fieldset>
  )
}
