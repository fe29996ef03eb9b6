import { X } from 'lucide'
import { useLayoutEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Icon } from './icon.tsx'
import styles from './toast.module.css'
import { useWords } from './words.tsx'

const SHOWN_MS = 6_000
const UNDO_MS = 10_000
const MAX_SHOWN = 3

interface Undoable {
  readonly text: string
  /** Sends the change: when the toast ends, or when the user leaves the page. */
  readonly run: () => unknown
  /** Takes back what the page already shows. */
  readonly undo: () => void
}

interface Toast extends Partial<Undoable> {
  readonly id: number
  readonly text: string
  /** The page that showed it. */
  readonly path: string
}

let show: (toast: Partial<Undoable> & { readonly text: string }) => void = () => {}

/** Shows a short text for six seconds; screen readers read it out. */
export const toast = (text: string) => show({ text })

/**
 * Shows for ten seconds that a change happened, with a button that takes it back. The caller has already shown the change on the page; the
 * request follows when the toast ends.
 */
export const toastWithUndo = (change: Undoable) => show(change)

/** The place of the toasts, once in the frame. */
export function Toasts() {
  const { words } = useWords()
  const { path } = useLocation()
  const { toasts, end, hold } = useToasts(path)
  return (
    <div class={styles.toasts} role="status">
      {toasts.map(({ id, text, undo }) => (
        <p
          key={id}
          class={styles.toast}
          onPointerEnter={() => hold(id, true)}
          onPointerLeave={() => hold(id, false)}
          onFocusIn={() => hold(id, true)}
          onFocusOut={() => hold(id, false)}
        >
          <span>{text}</span>
          {undo && (
            <button type="button" class="button plain" onClick={() => end(id, true)}>
              {words.common.undo}
            </button>
          )}
          <button type="button" class="button plain" aria-label={words.common.dismiss} onClick={() => end(id)}>
            <Icon of={X} size={16} />
          </button>
        </p>
      ))}
    </div>
  )
}

/** The shown toasts. A toast stays while the pointer or the focus is on it. */
function useToasts(path: string) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const [all] = useState(() => new Map<number, { toast: Toast; timer?: ReturnType<typeof setTimeout> | undefined }>())
  const end = (id: number, isUndone = false) => {
    const entry = all.get(id)
    if (entry === undefined) return
    clearTimeout(entry.timer)
    all.delete(id)
    setToasts([...all.values()].map(({ toast }) => toast))
    if (isUndone) entry.toast.undo?.()
    else entry.toast.run?.()
  }
  const hold = (id: number, isHeld: boolean) => {
    const entry = all.get(id)
    if (entry === undefined) return
    clearTimeout(entry.timer)
    entry.timer = isHeld ? undefined : setTimeout(() => end(id), entry.toast.undo ? UNDO_MS : SHOWN_MS)
  }
  const endAll = (isOfPage: (toast: Toast) => boolean = () => true) => {
    for (const [id, { toast }] of all) if (isOfPage(toast)) end(id)
  }
  useLayoutEffect(() => {
    let last = 0
    show = (change) => {
      const id = ++last
      all.set(id, { toast: { ...change, id, path: location.pathname } })
      for (const oldest of [...all.keys()].slice(0, -MAX_SHOWN)) end(oldest)
      setToasts([...all.values()].map(({ toast }) => toast))
      hold(id, false)
    }
    const leave = () => endAll()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      show = () => {}
      endAll()
    }
  }, [])
  // Requests of the page that the user left; its other toasts stay for their time.
  useLayoutEffect(() => endAll((toast) => toast.undo !== undefined && toast.path !== path), [path])
  return { toasts, end, hold }
}
