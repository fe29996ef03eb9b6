import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { firstClick } from './browser/first-click.ts'
import { useIsOffline } from './hooks/use-offline.ts'
import { useWords } from './words.tsx'

interface DialogProps {
  readonly title: string
  readonly children: ComponentChildren
  /** Called when the user closes it by Escape; without it the dialog stays until its own button is used. */
  readonly onClose?: (() => void) | undefined
  /** `wide` for tables. */
  readonly class?: string | undefined
}

/** A modal dialog, open while it is drawn. The browser gives the focus back to its opener. */
export function Dialog({ title, children, class: own, onClose }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const dialog = element.current
    const opener = document.activeElement
    dialog?.showModal()
    return () => {
      // The rest of the page cannot take the focus while the dialog is open.
      dialog?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  const cancel = (event: Event) => {
    event.preventDefault()
    onClose?.()
  }
  return (
    <dialog
      ref={element}
      class={own}
      aria-labelledby={id}
      onCancel={cancel}
      onKeyDown={(event) => {
        // Chromium closes at the second Escape, even if the first was prevented.
        if (event.key === 'Escape') cancel(event)
        event.stopPropagation()
      }}
    >
      <div class="stack">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}

interface ConfirmProps {
  readonly title: string
  /** Consequences of the action. */
  readonly children: ComponentChildren
  readonly action: string
  /** Text that the user must type to enable an irreversible action. */
  readonly mustType?: string | undefined
  readonly typed?: string
  readonly onTyped?: (text: string) => void
  readonly isBusy?: boolean
  /** Whether the action sends nothing to the server, so that it works offline. */
  readonly isLocal?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Confirmation dialog for destructive actions; the focus is on Cancel. */
export function ConfirmDialog(props: ConfirmProps) {
  const { words } = useWords()
  const field = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  const { mustType, typed = '' } = props
  const isOffline = useIsOffline() && !props.isLocal
  // After the dialog's own effect, which opens it.
  useLayoutEffect(() => cancel.current?.focus(), [])
  return (
    <Dialog title={props.title} onClose={props.onCancel}>
      <div class="stack">{props.children}</div>
      {mustType !== undefined && (
        <div class="stack tight">
          <label for={field}>{words.common.typeToConfirm(mustType)}</label>
          <input
            id={field}
            value={typed}
            autocomplete="off"
            onInput={(event) => props.onTyped?.(event.currentTarget.value)}
          />
        </div>
      )}
      <div class="actions">
        <button ref={cancel} type="button" class="button" onClick={props.onCancel}>
          {words.common.cancel}
        </button>
        <button
          type="button"
          class="button danger"
          aria-busy={props.isBusy}
          disabled={props.isBusy || isOffline || (mustType !== undefined && typed.trim() !== mustType)}
          onClick={firstClick(props.onConfirm)}
        >
          {props.action}
        </button>
      </div>
    </Dialog>
  )
}
