import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './palette.module.css'
import { type Choice, useChoices } from './use-choices.ts'

interface PaletteProps {
  readonly onClose: () => void
  readonly onKeys: () => void
}

/** Pages, actions and links by their name; a combobox after the ARIA Authoring Practices Guide. */
export function Palette({ onClose, onKeys }: PaletteProps) {
  const { words } = useWords()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { groups, isNothing } = useChoices(text, onKeys)
  const choices = groups.flatMap((group) => group.choices)
  const chosen = Math.min(at, choices.length - 1)
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen, text])
  const run = (choice: Choice | undefined) => {
    if (choice === undefined) return
    onClose()
    choice.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Enter') run(choices[chosen])
    if (step === 0) return
    event.preventDefault()
    setAt((chosen + step + choices.length) % Math.max(1, choices.length))
  }
  return (
    <Dialog title={words.frame.palette} class={styles.palette} onClose={onClose}>
      <input
        role="combobox"
        aria-label={words.frame.palette}
        aria-expanded={choices.length > 0}
        aria-controls={id}
        aria-activedescendant={choices.length > 0 ? `${id}-${chosen}` : undefined}
        autocomplete="off"
        placeholder={words.frame.paletteHint}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div ref={list} id={id} role="listbox" aria-label={words.frame.palette} class={styles.choices}>
        {groups
          .filter((group) => group.choices.length > 0)
          .map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset may not group options
            <div key={group.name} role="group" aria-labelledby={`${id}-${group.name}`}>
              <p id={`${id}-${group.name}`} class={styles.group}>
                {words.frame.groups[group.name]}
              </p>
              {group.choices.map((choice) => {
                const index = choices.indexOf(choice)
                return (
                  <Option
                    key={`${choice.name} ${choice.detail}`}
                    id={`${id}-${index}`}
                    choice={choice}
                    isChosen={index === chosen}
                    onClick={() => run(choice)}
                  />
                )
              })}
            </div>
          ))}
      </div>
      <p class={`muted ${styles.nothing}`} role="status">
        {isNothing && words.frame.noChoice}
      </p>
    </Dialog>
  )
}

interface OptionProps {
  readonly id: string
  readonly choice: Choice
  readonly isChosen: boolean
  readonly onClick: () => void
}

const Option = ({ id, choice: { icon, name, detail, keys }, isChosen, onClick }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
  <div id={id} role="option" tabIndex={-1} aria-selected={isChosen} class={styles.choice} onClick={onClick}>
    <Icon of={icon} size={16} />
    <span class="one-line">{name}</span>
    <span class={`one-line muted small ${styles.detail}`}>{detail}</span>
    {keys && (
      <span class={styles.keys} aria-hidden="true">
        {keys.split(' ').map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    )}
  </div>
)
