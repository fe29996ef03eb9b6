import { useMutation } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { focusForm } from '../ui/focus-form.ts'
import { Empty } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './key-list.module.css'
import { REVOKE_KEY } from './queries.ts'

interface KeyListProps {
  readonly keys: readonly {
    readonly id: string
    readonly label: string
    readonly prefix: string
    readonly last4: string
    readonly createdAt: string
    readonly expiresAt: string | null
    readonly lastUsedAt: string | null
  }[]
  readonly onRevoked: () => unknown
}

/** The account's keys, each with its revocation. */
export function KeyList({ keys, onRevoked }: KeyListProps) {
  const { words, format } = useWords()
  const [asked, setAsked] = useState<KeyListProps['keys'][number]>()
  const revoking = useMutation({
    mutationFn: (id: string) => ask(REVOKE_KEY, { id }),
    onSuccess: async () => {
      setAsked(undefined)
      await onRevoked()
    },
    onError: (error) => toast(error.message),
  })
  if (keys.length === 0) return <NoKeys />
  return (
    <>
      <ul class={styles.keys} aria-label={words.settings.keyList}>
        {keys.map((key) => (
          <li key={key.id}>
            <div>
              <strong>
                <bdi>{key.label}</bdi>
              </strong>{' '}
              <code>
                {key.prefix}…{key.last4}
              </code>
              <p class="muted small">
                {words.settings.keyTimes(
                  key.lastUsedAt ? format.ago(key.lastUsedAt) : words.settings.never,
                  key.expiresAt ? format.dateTime(key.expiresAt) : words.settings.never,
                )}
              </p>
            </div>
            <button
              type="button"
              class="button danger"
              aria-label={words.settings.revokeKey(key.label)}
              onClick={() => setAsked(key)}
            >
              {words.settings.revoke}
            </button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={words.settings.revokeKey(asked.label)}
          action={words.settings.revoke}
          isBusy={revoking.isPending}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => revoking.mutate(asked.id)}
        >
          <p>{words.settings.revokeLoss}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function NoKeys() {
  const { words } = useWords()
  return (
    <Empty title={words.settings.noKeys} query="{ shortlinkConnection(take: 5) { items { shortUrl } } }">
      <button type="button" class="button" onClick={focusForm}>
        {words.settings.firstKey}
      </button>
    </Empty>
  )
}
