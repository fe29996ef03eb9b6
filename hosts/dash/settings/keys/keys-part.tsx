import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { pathOf } from '../../api/errors.ts'
import type { InputOf } from '../../api/graphql.ts'
import { cleared } from '../../ui/drafts/typed-meanwhile.ts'
import { Field } from '../../ui/field.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useWords } from '../../ui/words.tsx'
import { Refusal, WriteButton } from '../../ui/write.tsx'
import { KeyList } from './key-list.tsx'
import { FULL_ACCESS, KeyRights, type Rights, toArguments } from './key-rights.tsx'
import { apiKeys, CREATE_KEY } from './queries.ts'

/** API keys: create, list and revoke. A secret is shown once, and stored nowhere. */
export function KeysPart() {
  const { words } = useWords()
  const client = useQueryClient()
  const keys = useQuery(apiKeys)
  const [label, setLabel] = useState('')
  const [expiresAt, setExpiresAt] = useState('')
  const [rights, setRights] = useState<Rights>(FULL_ACCESS)
  const [secret, setSecret] = useState<string>()
  const reload = () => client.invalidateQueries({ queryKey: apiKeys.queryKey })
  const creating = useMutation({
    // Keeps the secret out of the mutation cache.
    gcTime: 0,
    mutationFn: async (input: InputOf<typeof CREATE_KEY>) => {
      setSecret((await ask(CREATE_KEY, input)).createApiKey.secret)
    },
    onSuccess: async (_answer, { label }) => {
      setLabel(cleared(label))
      setExpiresAt('')
      setRights(FULL_ACCESS)
      await reload()
    },
  })
  const path = pathOf(creating.error)
  // A fault of a list names its item, such as `targetHosts.0`.
  const faultOf = (field: string) => (path?.split('.')[0] === field ? creating.error?.message : undefined)
  return (
    <section class="card stack" aria-label={words.settings.keys}>
      <p class="muted small">{words.settings.keysHint}</p>
      <Loaded query={keys} height="6rem">
        {(list) => <KeyList keys={list} onChanged={reload} onRotated={setSecret} />}
      </Loaded>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (creating.isPending) return
          const ends = expiresAt === '' ? {} : { expiresAt: new Date(expiresAt).toISOString() }
          creating.mutate({ label, ...ends, ...toArguments(rights) })
        }}
      >
        <Field
          label={words.settings.keyLabel}
          placeholder="laptop"
          required
          value={label}
          fault={faultOf('label')}
          onInput={setLabel}
        />
        <Field
          label={words.settings.keyExpiry}
          type="datetime-local"
          value={expiresAt}
          fault={faultOf('expiresAt')}
          onInput={setExpiresAt}
        />
        <KeyRights
          rights={rights}
          scopesFault={faultOf('scopes')}
          hostsFault={faultOf('targetHosts')}
          onChange={setRights}
        />
        <div>
          <WriteButton type="submit" class="primary" isBusy={creating.isPending} error={creating.error}>
            {words.settings.createKey}
          </WriteButton>
          {path === undefined && <Refusal error={creating.error} />}
        </div>
      </form>
      {secret !== undefined && (
        <SecretDialog
          title={words.settings.secretTitle}
          secret={secret}
          example={`curl ${location.origin}/api/v1/links -H 'x-api-key: ${secret}'`}
          onClose={() => setSecret(undefined)}
        />
      )}
    </section>
  )
}
