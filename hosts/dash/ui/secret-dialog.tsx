import { CopyButton } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useWords } from '../ui/words.tsx'

interface SecretDialogProps {
  readonly secret: string
  readonly onClose: () => void
}

/** A secret that cannot be read again. Escape does not close it. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const { words } = useWords()
  return (
    <Dialog title={words.settings.secretTitle}>
      <p>{words.settings.secretHint}</p>
      <pre class="code">{secret}</pre>
      <div class="cluster">
        <CopyButton wide text={secret} label={words.common.copy} />
        <button type="button" class="button primary" onClick={onClose}>
          {words.settings.secretCopied}
        </button>
      </div>
    </Dialog>
  )
}
