import { useMutation } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { REVOKE_KEY } from './queries.ts'

interface KeyTableProps {
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
export function KeyTable({ keys, onRevoked }: KeyTableProps) {
  const { words, format } = useWords()
  const [asked, setAsked] = useState<KeyTableProps['keys'][number]>()
  const revoking = useMutation({
    mutationFn: (id: string) => ask(REVOKE_KEY, { id }),
    onSuccess: async () => {
      setAsked(undefined)
      await onRevoked()
    },
    onError: (error) => toast(error.message),
  })
  if (keys.length === 0) return <p class="muted">{words.settings.noKeys}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section class="scroll-x" tabIndex={0} aria-label={words.settings.keyList}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{words.settings.keyLabel}</th>
            <th scope="col">{words.settings.key}</th>
            <th scope="col">{words.settings.lastUsed}</th>
            <th scope="col">{words.settings.expires}</th>
            <th scope="col">
              <span class="visually-hidden">{words.settings.revoke}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td>
                <bdi>{key.label}</bdi>
              </td>
              <td>
                <code>
                  {key.prefix}…{key.last4}
                </code>
              </td>
              <td>{key.lastUsedAt ? format.ago(key.lastUsedAt) : words.settings.never}</td>
              <td>{key.expiresAt ? format.dateTime(key.expiresAt) : words.settings.never}</td>
              <td>
                <button
                  type="button"
                  class="button danger"
                  aria-label={words.settings.revokeKey(key.label)}
                  onClick={() => setAsked(key)}
                >
                  {words.settings.revoke}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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
    </section>
  )
}
