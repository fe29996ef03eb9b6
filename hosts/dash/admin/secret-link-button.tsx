import { useMutation } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import { Refusal, WriteButton } from '../ui/write.tsx'

interface SecretLinkButtonProps {
  readonly children: ComponentChildren
  readonly label?: string
  /** Title of the dialog with the link. */
  readonly title: string
  /** Consequences of giving the link to others. */
  readonly hint?: string
  /** Creates the link and returns its URL. */
  readonly create: () => Promise<string>
}

/** A button that creates a link with a secret, and shows it once. */
export function SecretLinkButton({ children, label, title, hint, create }: SecretLinkButtonProps) {
  const [url, setUrl] = useState<string>()
  const creating = useMutation({
    // Keeps the secret out of the mutation cache.
    gcTime: 0,
    mutationFn: async () => setUrl(await create()),
  })
  return (
    <div>
      <WriteButton
        {...(label !== undefined && { label })}
        isBusy={creating.isPending}
        error={creating.error}
        onClick={() => creating.mutate()}
      >
        {children}
      </WriteButton>
      <Refusal error={creating.error} />
      {url !== undefined && (
        <SecretDialog title={title} secret={url} onClose={() => setUrl(undefined)}>
          {hint !== undefined && <p>{hint}</p>}
        </SecretDialog>
      )}
    </div>
  )
}
