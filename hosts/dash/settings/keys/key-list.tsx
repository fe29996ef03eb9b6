import type { Scope } from '@shortlink/core'
import { useMutation } from '@tanstack/preact-query'
import { KeyRound } from 'lucide'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import styles from '../../ui/rows.module.css'
import { Empty } from '../../ui/states.tsx'
import type { Format } from '../../ui/text/format.ts'
import { scopeText } from '../../ui/text/scope-text.ts'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import type { Messages } from '../../words/messages.ts'
import { presetOf } from './presets.ts'
import { type Key, REVOKE_KEY } from './queries.ts'
import { RotateDialog } from './rotate-dialog.tsx'

interface KeyListProps {
  readonly keys: readonly Key[]
  readonly onChanged: () => unknown
  /** Called with the secret of a new key. */
  readonly onRotated: (secret: string) => void
}

/** The account's keys with their rights, each with its rotation and revocation. */
export function KeyList({ keys, onChanged, onRotated }: KeyListProps) {
  const { words, format } = useWords()
  const [asked, setAsked] = useState<Key>()
  const [rotated, setRotated] = useState<Key>()
  const revoking = useMutation({
    mutationFn: (id: string) => ask(REVOKE_KEY, { id }),
    onSuccess: async () => {
      setAsked(undefined)
      await onChanged()
    },
    onError: (error) => toast(error.message),
  })
  if (keys.length === 0) return <NoKeys />
  return (
    <>
      <ul class={styles.rows} aria-label={words.settings.keyList}>
        {keys.map((key) => (
          <li key={key.id}>
            <div>
              <strong>
                <bdi>{key.label}</bdi>
              </strong>{' '}
              <code>
                {key.prefix}…{key.last4}
              </code>
              <p class="small">{rightsOf(key, words)}</p>
              <p class="muted small">
                {words.settings.keyTimes(
                  lastUseOf(key, words, format),
                  key.expiresAt ? format.dateTime(key.expiresAt) : words.settings.never,
                )}
              </p>
            </div>
            <div class="cluster">
              <button
                type="button"
                class="button"
                aria-label={words.settings.rotateKey(key.label)}
                onClick={() => setRotated(key)}
              >
                {words.settings.rotate}
              </button>
              <button
                type="button"
                class="button danger"
                aria-label={words.settings.revokeKey(key.label)}
                onClick={() => setAsked(key)}
              >
                {words.settings.revoke}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {rotated && (
        <RotateDialog
          of={rotated}
          onClose={() => setRotated(undefined)}
          onRotated={(secret) => {
            setRotated(undefined)
            onRotated(secret)
            void onChanged()
          }}
        />
      )}
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

/** When the key was last used, and from which network if known. */
function lastUseOf({ lastUsedAt, lastUsedNetwork }: Key, { settings }: Messages, { ago }: Format): string {
  if (!lastUsedAt) return settings.never
  return lastUsedNetwork ? settings.usedFrom(ago(lastUsedAt), lastUsedNetwork) : ago(lastUsedAt)
}

/** The preset of a key's scopes, or their labels, and its target hosts. */
function rightsOf({ scopes, targetHosts }: Key, words: Messages): string {
  const known = scopes as readonly Scope[] | null
  const preset = presetOf(known)
  const allowed =
    preset === 'custom' && known
      ? known.map((scope) => scopeText(scope, words)).join(', ')
      : words.settings.presets[preset]
  return [allowed, ...(targetHosts ? [words.settings.onlyTo(targetHosts.join(', '))] : [])].join(' · ')
}

function NoKeys() {
  const { words } = useWords()
  return (
    <Empty
      icon={KeyRound}
      title={words.settings.noKeys}
      query="{ shortlinkConnection(take: 5) { items { shortUrl } } }"
    />
  )
}
