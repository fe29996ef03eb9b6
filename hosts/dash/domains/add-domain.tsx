import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { codeOf } from '../api/errors.ts'
import { cleared } from '../ui/drafts/typed-meanwhile.ts'
import { Field } from '../ui/field.tsx'
import { useWords } from '../ui/words.tsx'
import { Refusal, WriteButton } from '../ui/write.tsx'
import styles from './add-domain.module.css'
import { ADD_DOMAIN, type Domain, domains } from './queries.ts'

/** Claims a hostname. Finds an existing claim of the account. */
export function AddDomain({ onAdded }: { readonly onAdded: (domain: Domain) => void }) {
  const { words } = useWords()
  const client = useQueryClient()
  const [hostname, setHostname] = useState('')
  const adding = useMutation({
    mutationFn: async (hostname: string) => (await ask(ADD_DOMAIN, { hostname })).addDomain,
    onSuccess: async (added, sent) => {
      setHostname(cleared(sent))
      void client.invalidateQueries({ queryKey: ['links'] })
      await client.invalidateQueries({ queryKey: domains.queryKey })
      onAdded(added)
    },
  })
  const isFieldsFault = adding.error !== null && codeOf(adding.error) === 'BAD_USER_INPUT'
  return (
    <form
      class={`card ${styles.line}`}
      aria-label={words.domains.add}
      onSubmit={(event) => {
        event.preventDefault()
        if (!adding.isPending) adding.mutate(hostname)
      }}
    >
      <Field
        label={words.domains.hostname}
        placeholder="go.example.com"
        inputMode="url"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        required
        hint={words.domains.hostnameHint}
        value={hostname}
        fault={isFieldsFault ? adding.error.message : undefined}
        onInput={setHostname}
      />
      <WriteButton type="submit" class={`primary ${styles.submit}`} isBusy={adding.isPending} error={adding.error}>
        {words.domains.add}
      </WriteButton>
      {!isFieldsFault && <Refusal error={adding.error} />}
    </form>
  )
}
