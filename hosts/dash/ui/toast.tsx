import { X } from 'lucide'
import { useLayoutEffect, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import styles from './toast.module.css'
import { useWords } from './words.tsx'

const SHOWN_MS = 6_000
const MAX_SHOWN = 3

interface Toast {
  readonly id: number
  readonly text: string
}

let show: (text: string) => void = () => {}

/** Shows a short text for six seconds; screen readers read it out. */
export const toast = (text: string) => show(text)

/** The place of the toasts, once in the frame. */
export function Toasts() {
  const { words } = useWords()
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  useLayoutEffect(() => {
    let last = 0
    const timers = new Set<ReturnType<typeof setTimeout>>()
    show = (text) => {
      const id = ++last
      setToasts((before) => [...before, { id, text }].slice(-MAX_SHOWN))
      timers.add(setTimeout(() => setToasts((before) => before.filter((toast) => toast.id !== id)), SHOWN_MS))
    }
    return () => {
      for (const timer of timers) clearTimeout(timer)
      show = () => {}
    }
  }, [])
  const remove = (id: number) => setToasts((before) => before.filter((toast) => toast.id !== id))
  return (
    <div class={styles.toasts} role="status">
      {toasts.map(({ id, text }) => (
        <p key={id} class={styles.toast}>
          <span>{text}</span>
          <button type="button" class="button plain" aria-label={words.common.dismiss} onClick={() => remove(id)}>
            <Icon of={X} size={16} />
          </button>
        </p>
      ))}
    </div>
  )
}
