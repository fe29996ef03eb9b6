import type { IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import styles from './menu.module.css'

interface MenuProps {
  readonly label: string
  readonly icon: IconNode
  /** Text next to the icon. */
  readonly text?: string
  /** Whether the choices are above the icon, for bars at the bottom of the screen. */
  readonly opensUp?: boolean
  /** Links and buttons. */
  readonly children: ComponentChildren
}

/** Links and buttons that open at an icon; a click outside, a choice or Escape closes it. They are drawn while it is open. */
export function Menu({ label, icon, text, opensUp = false, children }: MenuProps) {
  const element = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    const close = (event: Event) => {
      const details = element.current
      if (!details?.open) return
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      const isInside = event.target instanceof Node && details.contains(event.target)
      const isChoice = event.type === 'click' && isInside && !(event.target as Element).closest('summary')
      if (event instanceof KeyboardEvent ? !isEscape : isInside && !isChoice) return
      if (isEscape) details.querySelector('summary')?.focus()
      details.open = false
    }
    addEventListener('click', close)
    addEventListener('keydown', close)
    return () => {
      removeEventListener('click', close)
      removeEventListener('keydown', close)
    }
  }, [])
  return (
    <details ref={element} class={styles.menu} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="button plain" aria-label={label} title={label}>
        <Icon of={icon} size={text === undefined ? 18 : 20} />
        {text !== undefined && <span>{text}</span>}
      </summary>
      {isOpen && <div class={`${styles.items} ${opensUp ? styles.up : ''}`}>{children}</div>}
    </details>
  )
}
