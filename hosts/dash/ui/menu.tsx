import type { IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import styles from './menu.module.css'
import { usePopover } from './use-popover.ts'

interface MenuProps {
  readonly label: string
  readonly icon: IconNode
  /** Text next to the icon. */
  readonly text?: string
  /** Whether the choices are above the icon if there is room, for bars at the bottom of the screen. */
  readonly opensUp?: boolean
  /** Content of the button instead of icon and text, with its name. */
  readonly trigger?: ComponentChildren
  /** Links and buttons. */
  readonly children: ComponentChildren
}

/**
 * Links and buttons in a popover at a button. It opens where the window has room, and closes by a choice, Tab, Escape or a click outside.
 * Arrow keys, Home, End and initial letters move the focus. The choices are rendered while it is open.
 */
export function Menu({ label, icon, text, opensUp = false, trigger, children }: MenuProps) {
  const { isOpen, show, anchor, opener, popover } = usePopover<HTMLButtonElement>(opensUp, (list) =>
    choicesOf(list)[0]?.focus({ preventScroll: true }),
  )
  return (
    <>
      <button
        {...anchor}
        {...opener}
        type="button"
        class={`${trigger ? '' : 'button plain'} ${styles.opener}`}
        aria-label={trigger ? undefined : label}
        data-tooltip={text === undefined && !trigger ? label : undefined}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          show()
        }}
      >
        {trigger ?? (
          <>
            <Icon of={icon} size={text === undefined ? 18 : 20} />
            {text !== undefined && <span>{text}</span>}
          </>
        )}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: moves the focus among the controls in it */}
      <div
        {...popover}
        class={`${styles.items} ${trigger ? styles.start : opensUp ? styles.up : ''}`}
        onKeyDown={(event) => press(event, event.currentTarget)}
        // Before the choice acts: a dialog that it opens gives the focus back to the button.
        onClickCapture={({ target, currentTarget }) => target !== currentTarget && currentTarget.hidePopover()}
      >
        {isOpen && children}
      </div>
    </>
  )
}

const choicesOf = (list: HTMLElement) => [
  ...list.querySelectorAll<HTMLElement>('a, button:not(:disabled), input:not(:disabled)'),
]

/** Moves the focus in the open list. Keys that it takes do not reach the page's shortcuts. */
function press(event: KeyboardEvent, list: HTMLElement) {
  if (event.key === 'Tab') return list.hidePopover()
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const choices = choicesOf(list)
  const at = choices.indexOf(document.activeElement as HTMLElement)
  const next = nextChoice(event.key, choices, at)
  if (next === undefined && event.key.length > 1) return
  event.stopPropagation()
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

function nextChoice(key: string, choices: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return choices[(at + 1) % choices.length]
  if (key === 'ArrowUp') return choices.at(Math.max(at, 0) - 1)
  if (key === 'Home') return choices[0]
  if (key === 'End') return choices.at(-1)
  if (key.length > 1 || key === ' ') return undefined
  const startsWithKey = (choice: HTMLElement) =>
    choice.textContent.trim().toLocaleLowerCase().startsWith(key.toLocaleLowerCase())
  return [...choices.slice(at + 1), ...choices.slice(0, at + 1)].find(startsWithKey)
}
