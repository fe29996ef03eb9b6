import type { IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from './icon.tsx'
import styles from './menu.module.css'

interface MenuProps {
  readonly label: string
  readonly icon: IconNode
  /** Links and buttons. */
  readonly children: ComponentChildren
}

/** Links and buttons that open below an icon; a click outside, a choice or Escape closes it. */
export function Menu({ label, icon, children }: MenuProps) {
  const element = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
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
    <details ref={element} class={styles.menu}>
      <summary class="button plain" aria-label={label} title={label}>
        <Icon of={icon} />
      </summary>
      <div class={styles.items}>{children}</div>
    </details>
  )
}
