import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ask } from '../api/ask.ts'
import { pathOf } from '../api/errors.ts'
import { ADD } from '../links/queries.ts'
import { copyText } from '../ui/copy.tsx'
import { Field } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { withScheme } from '../ui/text/is-address.ts'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { Refusal, WriteButton } from '../ui/write.tsx'
import { OperatorNote } from './operator-note.tsx'
import styles from './welcome-page.module.css'

/** The first page of a new account: one field. It leads to the new link's page, which waits for the first visit. */
export function WelcomePage() {
  const { words } = useWords()
  const { route } = useLocation()
  const client = useQueryClient()
  const [target, setTarget] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), [])
  const adding = useMutation({
    mutationFn: (target: string) => ask(ADD, { input: { target: withScheme(target) } }),
    onSuccess: async ({ addShortlink: { id, shortUrl } }) => {
      toast((await copyText(shortUrl)) ? words.common.copied(shortUrl) : words.links.madeOnly)
      route(`/dash/links/${id}`, true)
      await client.invalidateQueries({ queryKey: ['links'] })
    },
  })
  const { error } = adding
  const isOfTarget = pathOf(error) === 'target'
  return (
    <Page title={words.account.firstLink}>
      <div class={styles.page}>
        <p class="muted">{words.account.firstLinkLead}</p>
        <form
          ref={form}
          class={`card ${styles.form}`}
          onSubmit={(event) => {
            event.preventDefault()
            if (!adding.isPending) adding.mutate(target)
          }}
        >
          <Field
            label={words.links.target}
            placeholder="https://example.com/a/long/way"
            inputMode="url"
            autocomplete="off"
            required
            value={target}
            fault={isOfTarget ? error?.message : undefined}
            onInput={setTarget}
          />
          {!isOfTarget && <Refusal error={error} />}
          <WriteButton type="submit" class="primary" isBusy={adding.isPending} error={error}>
            {words.links.shorten}
          </WriteButton>
        </form>
        <p class="cluster">
          <a href="/dash/settings/import">{words.account.importInstead}</a>
          <a href="/dash">{words.account.skip}</a>
        </p>
        {new URLSearchParams(location.search).has('first') && <OperatorNote />}
      </div>
    </Page>
  )
}
