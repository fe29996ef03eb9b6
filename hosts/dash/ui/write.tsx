import type { ComponentChildren } from 'preact'
import { ApiError, codeOf, retryAtMsOf } from '../api/errors.ts'
import { firstClick } from './browser/first-click.ts'
import { useIsOffline } from './hooks/use-offline.ts'
import { useSecondsUntil } from './states.tsx'
import { useWords } from './words.tsx'

interface WriteButtonProps {
  readonly children: ComponentChildren
  /** Classes in addition to the button class. */
  readonly class?: string
  readonly label?: string
  readonly type?: 'button' | 'submit'
  readonly disabled?: boolean
  readonly isBusy?: boolean
  /** The error of the last attempt: a limit disables the button until it has passed. */
  readonly error?: unknown
  readonly onClick?: () => void
}

/** A button that changes something on the server: disabled while a change is in flight, a limit lasts, or the server does not respond. */
export function WriteButton(props: WriteButtonProps) {
  const { class: own, label, type = 'button', disabled, isBusy, error, onClick, children } = props
  const seconds = useSecondsUntil(retryAtMsOf(error))
  const isOffline = useIsOffline()
  return (
    <button
      type={type}
      class={['button', own].filter(Boolean).join(' ')}
      aria-label={label}
      data-tooltip={label}
      aria-busy={isBusy}
      disabled={disabled || isBusy || seconds > 0 || isOffline}
      onClick={firstClick(onClick)}
    >
      {children}
    </button>
  )
}

/** Link to the plan settings. */
export function PlanLink() {
  const { words } = useWords()
  return <a href="/dash/settings">{words.states.toPlan}</a>
}

/** The reason for a refused change, and the next step: when to try again, or a link to the plan. */
export function Refusal({ error }: { readonly error: unknown }) {
  const { words } = useWords()
  const seconds = useSecondsUntil(retryAtMsOf(error))
  if (error == null) return null
  const code = codeOf(error)
  const requestId = error instanceof ApiError ? error.requestId : undefined
  const isFault = code === 'INTERNAL_SERVER_ERROR' || code === 'UNEXPECTED'
  return (
    <p class="wrong">
      <span role="alert">
        {code === 'OFFLINE' ? words.states.offline : error instanceof Error ? error.message : String(error)}
      </span>
      {seconds > 0 && ` ${words.states.againIn(seconds)}`}
      {code === 'PLAN_LIMIT' && (
        <>
          {' '}
          <PlanLink />
        </>
      )}
      {isFault && requestId && ` ${words.states.requestId(requestId)}`}
    </p>
  )
}
