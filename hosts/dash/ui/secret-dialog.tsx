import type { ComponentChildren } from 'preact'
import { CopyButton } from './copy.tsx'
import { Dialog } from './dialog.tsx'
import { useWords } from './words.tsx'

interface SecretDialogProps {
  readonly title: string
  readonly secret: string
  readonly onClose: () => void
  readonly children?: ComponentChildren
  /** A command that uses the secret. */
  readonly example?: string
}

/** A secret that cannot be read again. Escape does not close it. */
export function SecretDialog({ title, secret, onClose, children, example }: SecretDialogProps) {
  const { words } = useWords()
  return (
    <Dialog title={title}>
      <p>{words.common.secretHint}</p>
      {children}
      <pre class="code">{secret}</pre>
      {example !== undefined && (
        <details class="stack tight">
          <summary class="small">{words.states.useApi}</summary>
          <code>{example}</code>
        </details>
      )}
      <div class="actions">
        <CopyButton wide quiet text={secret} label={words.common.copy} />
        <button type="button" class="button primary" onClick={onClose}>
          {words.common.secretCopied}
        </button>
      </div>
    </Dialog>
  )
}
