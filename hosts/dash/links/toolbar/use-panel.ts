import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** A panel next to its button within one element; Escape and a click outside close it. */
export function usePanel<Around extends HTMLElement>() {
  const around = useRef<Around>(null)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    if (!isOpen) return
    const click = ({ target }: MouseEvent) => {
      if (target instanceof Node && !around.current?.contains(target)) setOpen(false)
    }
    const press = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      around.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
    }
    addEventListener('mousedown', click)
    addEventListener('keydown', press)
    return () => {
      removeEventListener('mousedown', click)
      removeEventListener('keydown', press)
    }
  }, [isOpen])
  return { around, isOpen, setOpen }
}
