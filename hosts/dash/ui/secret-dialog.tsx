import type { ComponentChildren } from 'preact'
import { CopyButton } from './copy.tsx'
import { Dialog } from './dialog.tsx'
import { useWords } from './words.tsx'

interface SecretDialogProps {
  readonly title: string
  readonly secret: string
  readonly onClose: () => void
  readonly children?: ComponentChildren
}

/** A secret that cannot be read again. Escape does not close it. */
export function SecretDialog({ title, secret, onClose, children }: SecretDialogProps) {
  const { words } = useWords()
  return (
    <Dialog title={title}>
      <p>{words.common.secretHint}</p>
      {children}
      <pre class="code">{secret}</pre>
      <div class="actions">
        <CopyButton wide quiet text={secret} label={words.common.copy} />
        <button type="button" class="button primary" onClick={onClose}>
          {words.common.secretCopied}
        </button>
      </div>
    </Dialog>
  )
}
