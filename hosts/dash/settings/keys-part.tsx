import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import type { InputOf } from '../api/graphql.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import { Loaded } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { apiKeys, CREATE_KEY, REVOKE_KEY } from './queries.ts'

/** API keys: made, listed and revoked. A secret is shown once, and kept nowhere. */
export function KeysPart() {
  const { words } = useWords()
  const client = useQueryClient()
  const keys = useQuery(apiKeys)
  const [label, setLabel] = useState('')
  const [expiresAt, setExpiresAt] = useState('')
  const [secret, setSecret] = useState<string>()
  const reload = () => client.invalidateQueries({ queryKey: apiKeys.queryKey })
  const creating = useMutation({
    // The cache of mutations keeps no answer with the secret.
    gcTime: 0,
    mutationFn: async (input: InputOf<typeof CREATE_KEY>) => {
      setSecret((await ask(CREATE_KEY, input)).createApiKey.secret)
    },
    onSuccess: async () => {
      setLabel('')
      setExpiresAt('')
      await reload()
    },
  })
  return (
    <section class="card stack" aria-label={words.settings.keys}>
      <h2>{words.settings.keys}</h2>
      <p class="muted small">{words.settings.keysHint}</p>
      <Loaded query={keys} height="6rem">
        {(list) => <KeyTable keys={list} onRevoked={reload} />}
      </Loaded>
      <form
        class="columns"
        onSubmit={(event) => {
          event.preventDefault()
          if (creating.isPending) return
          creating.mutate({ label, ...(expiresAt === '' ? {} : { expiresAt: new Date(expiresAt).toISOString() }) })
        }}
      >
        <Field
          label={words.settings.keyLabel}
          placeholder="laptop"
          required
          value={label}
          fault={creating.error?.message}
          onInput={setLabel}
        />
        <Field label={words.settings.keyExpiry} type="datetime-local" value={expiresAt} onInput={setExpiresAt} />
        <div>
          <button type="submit" class="button primary" disabled={creating.isPending}>
            {words.settings.createKey}
          </button>
        </div>
      </form>
      {secret !== undefined && (
        <SecretDialog title={words.settings.secretTitle} secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </section>
  )
}

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

function KeyTable({ keys, onRevoked }: KeyTableProps) {
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
