import { CloudOff, Gauge, Hourglass, type IconNode, Lock, SearchX, TriangleAlert } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ApiError, codeOf, type ErrorCode, retryAtMsOf } from '../api/errors.ts'
import { Icon } from './icon.tsx'
import styles from './states.module.css'
import { useWords } from './words.tsx'

/** How a failed read is shown. */
type State = 'missing' | 'forbidden' | 'offline' | 'waiting' | 'busy' | 'plan' | 'fault'

const STATES = {
  UNAUTHENTICATED: 'fault',
  FORBIDDEN: 'forbidden',
  BAD_USER_INPUT: 'fault',
  NOT_FOUND: 'missing',
  CONFLICT: 'fault',
  PLAN_LIMIT: 'plan',
  RATE_LIMITED: 'waiting',
  QUERY_TOO_COMPLEX: 'fault',
  BILLING_NOT_CONFIGURED: 'fault',
  UPSTREAM_FAILED: 'fault',
  UNAVAILABLE: 'busy',
  INTERNAL_SERVER_ERROR: 'fault',
  OFFLINE: 'offline',
  UNEXPECTED: 'fault',
} as const satisfies Record<ErrorCode, State>

const ICONS = {
  missing: SearchX,
  forbidden: Lock,
  offline: CloudOff,
  waiting: Hourglass,
  busy: Hourglass,
  plan: Gauge,
  fault: TriangleAlert,
}

interface FailedProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** Error state of a part with a failed request: the reason, and the next step. */
export function Failed({ error, onRetry }: FailedProps) {
  const { words } = useWords()
  const state = STATES[codeOf(error)]
  const seconds = useSecondsUntil(retryAtMsOf(error))
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div class={`card ${styles.state}`} role="alert">
      <Icon of={ICONS[state]} size={28} />
      <p>
        <strong>{words.states[state]}</strong>
      </p>
      {error instanceof ApiError && state !== 'offline' && <p class="muted">{error.message}</p>}
      {requestId && <p class="muted small">{words.states.requestId(requestId)}</p>}
      <div class="cluster">
        <button type="button" class="button" disabled={seconds > 0} onClick={onRetry}>
          {seconds > 0 ? words.states.againIn(seconds) : words.states.again}
        </button>
        {state === 'plan' && (
          <a class="button primary" href="/dash/settings">
            {words.states.toPlan}
          </a>
        )}
      </div>
    </div>
  )
}

/** Whole seconds until then, counting down to 0. */
export function useSecondsUntil(atMs: number | undefined): number {
  const [now, setNow] = useState(Date.now)
  const left = atMs === undefined ? 0 : Math.max(0, Math.ceil((atMs - now) / 1000))
  useEffect(() => {
    if (atMs === undefined) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [atMs])
  return left
}

interface MissingProps {
  readonly advice: string
  /** The list that the user can go on from. */
  readonly list: { readonly title: string; readonly href: string }
}

/** Content of a page whose record does not exist; its heading says so. */
export function Missing({ advice, list }: MissingProps) {
  const { words } = useWords()
  return (
    <Empty icon={SearchX} title={advice}>
      <a class="button" href={list.href}>
        {words.states.toList(list.title)}
      </a>
    </Empty>
  )
}

interface EmptyProps {
  readonly icon?: IconNode
  readonly title: string
  /** Purpose of the place. */
  readonly advice?: string
  /** A GraphQL query that does the same. */
  readonly query?: string
  /** Button for the first step. */
  readonly children?: ComponentChildren
}

/** Empty state: the purpose of the place, the first step, and the API query. */
export function Empty({ icon, title, advice, query, children }: EmptyProps) {
  const { words } = useWords()
  return (
    <div class={`card ${styles.state}`}>
      {icon && <Icon of={icon} size={28} />}
      <p>
        <strong>{title}</strong>
      </p>
      {advice && <p class="muted">{advice}</p>}
      {children}
      {query && (
        <details class={styles.api}>
          <summary class="small">{words.states.useApi}</summary>
          <p class="muted small">{words.states.byCurl}</p>
          <pre class="code">{curlOf(query)}</pre>
        </details>
      )}
    </div>
  )
}

const curlOf = (query: string) =>
  `curl ${location.origin}/graphql -H 'content-type: application/json' -H "x-api-key: $KEY" \\\n  -d '${JSON.stringify({ query })}'`

/** Placeholder rows in the size of the loading content. Drawn after 150 ms, so that quick responses do not flash. */
export function Bones({ height = '10rem' }: { readonly height?: string }) {
  const { words } = useWords()
  return (
    <div class={styles.bones} style={{ blockSize: height }} role="status">
      <span class="visually-hidden">{words.states.loading}</span>
    </div>
  )
}

/** The reason why shown data could not be refreshed; the banner above the page reports an unreachable server. */
function NotCurrent({ error }: { readonly error: unknown }) {
  const { words } = useWords()
  if (!(error instanceof ApiError) || error.code === 'OFFLINE') return null
  return (
    <p class="muted small" role="status">
      {words.states.notCurrent(error.message)}
    </p>
  )
}

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly height?: string
  readonly children: (data: Data) => ComponentChildren
}

/**
 * Renders the data of a query, its loading state, or its error. Loaded data stays during a refetch, even when that fails, with a notice
 * above it.
 */
export function Loaded<Data>({ query, height, children }: LoadedProps<Data>) {
  if (query.data !== undefined) {
    return (
      <>
        <NotCurrent error={query.error} />
        {children(query.data)}
      </>
    )
  }
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  return <Bones {...(height === undefined ? {} : { height })} />
}
