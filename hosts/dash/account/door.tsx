import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import icon from '../public/icon.svg?inline'
import { useWords } from '../ui/words.tsx'
import styles from './door.module.css'
import { OfflineBanner } from './offline-banner.tsx'

interface DoorProps {
  readonly title: string
  readonly lead: string
  readonly children: ComponentChildren
  /** A second card below the form. */
  readonly below?: ComponentChildren
}

/** A page before sign-in: a title, an introduction, and one form. */
export function Door({ title, lead, children, below }: DoorProps) {
  const { words } = useWords()
  const isDeleted = new URLSearchParams(location.search).has('deleted')
  useLayoutEffect(() => {
    document.title = `${title} · shortlink`
  }, [title])
  return (
    <main class={styles.door}>
      <OfflineBanner />
      <header>
        <img src={icon} alt="" width="48" height="48" />
        <h1>{title}</h1>
        <p class="muted">{lead}</p>
      </header>
      {isDeleted && <p role="status">{words.account.deleted}</p>}
      <div class={`card ${styles.form}`}>{children}</div>
      {below && <div class={`card ${styles.form}`}>{below}</div>}
      <p class="muted small">{words.account.what}</p>
    </main>
  )
}
