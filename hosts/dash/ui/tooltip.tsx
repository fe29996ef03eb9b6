import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { placeBelow } from './browser/place-at.ts'
import styles from './tooltip.module.css'

const WAIT_MS = 400

/**
 * The tooltip of the control with `data-tooltip` under the mouse or with the keyboard focus, once in the frame. Escape hides it. The text
 * is also the name of the control, so screen readers need no second one.
 */
export function Tooltips() {
  const element = useRef<HTMLDivElement>(null)
  const [owner, setOwner] = useState<HTMLElement>()
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = ({ target, type }: Event) => {
      const control = target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null
      clearTimeout(timer)
      if (control === null) return setOwner(undefined)
      // After the popover that may be opening right now.
      if (type === 'focusin')
        timer = setTimeout(() => setOwner(control.matches(':focus-visible') ? control : undefined))
      else if (matchMedia('(hover: hover)').matches) timer = setTimeout(() => setOwner(control), WAIT_MS)
    }
    const hide = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      clearTimeout(timer)
      setOwner(undefined)
    }
    const listeners = [
      ['pointerover', show],
      ['focusin', show],
      ['focusout', hide],
      ['pointerdown', hide],
      ['keydown', hide],
      ['scroll', hide],
    ] as const
    for (const [name, listen] of listeners) addEventListener(name, listen, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const [name, listen] of listeners) removeEventListener(name, listen, { capture: true })
    }
  }, [])
  useLayoutEffect(() => {
    if (owner === undefined || element.current === null) return
    element.current.showPopover()
    placeBelow(owner, element.current)
  }, [owner])
  if (!owner?.isConnected) return null
  return (
    <div ref={element} popover="manual" role="tooltip" aria-hidden="true" class={styles.tooltip}>
      {owner.dataset.tooltip}
    </div>
  )
}
