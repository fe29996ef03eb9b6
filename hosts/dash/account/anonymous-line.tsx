import { useMutation } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { codeOf } from '../api/errors.ts'
import { copyText } from '../ui/copy.tsx'
import { cleared } from '../ui/drafts/typed-meanwhile.ts'
import { Field } from '../ui/field.tsx'
import { MadeLink } from '../ui/made-link.tsx'
import { withScheme } from '../ui/text/is-address.ts'
import { useWords } from '../ui/words.tsx'
import { Refusal, WriteButton } from '../ui/write.tsx'
import { SHORTEN } from './queries.ts'

/** Shortens a URL without an account, if the service allows it. */
export function AnonymousLine() {
  const { words } = useWords()
  const [target, setTarget] = useState('')
  const adding = useMutation({
    mutationFn: async (target: string) => {
      const { shortUrl } = (await ask(SHORTEN, { target: withScheme(target) }, { isAnonymous: true })).addShortlink
      return { shortUrl, isCopied: await copyText(shortUrl) }
    },
    onSuccess: (_made, sent) => setTarget(cleared(sent)),
  })
  const { data, error } = adding
  const isOfTarget = codeOf(error) === 'BAD_USER_INPUT'
  return (
    <form
      class="stack"
      aria-label={words.account.without}
      onSubmit={(event) => {
        event.preventDefault()
        if (!adding.isPending) adding.mutate(target)
      }}
    >
      <h2>{words.account.without}</h2>
      <Field
        label={words.links.target}
        placeholder="https://example.com/a/long/way"
        inputMode="url"
        autocomplete="off"
        required
        hint={words.account.withoutHint}
        value={target}
        fault={isOfTarget ? error?.message : undefined}
        onInput={setTarget}
      />
      {!isOfTarget && <Refusal error={error} />}
      <WriteButton type="submit" isBusy={adding.isPending} error={error}>
        {words.links.shorten}
      </WriteButton>
      {data && !adding.isPending && <MadeLink {...data} />}
    </form>
  )
}
