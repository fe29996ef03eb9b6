import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { ArrowRight, SlidersHorizontal } from 'lucide'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { codeOf, pathOf } from '../../api/errors.ts'
import { copyText } from '../../ui/copy.tsx'
import { cleared } from '../../ui/drafts/typed-meanwhile.ts'
import { useIsOffline } from '../../ui/hooks/use-offline.ts'
import { Icon } from '../../ui/icon.tsx'
import { MadeLink } from '../../ui/made-link.tsx'
import { withScheme } from '../../ui/text/is-address.ts'
import { useWords } from '../../ui/words.tsx'
import { Refusal, WriteButton } from '../../ui/write.tsx'
import { defaultOptions } from '../defaults/default-options.ts'
import { DefaultsNote } from '../defaults/defaults-note.tsx'
import { ADD, choices, defaultsOf, type Row } from '../queries.ts'
import styles from './quick-create.module.css'
import { usePaste } from './use-paste.ts'

interface QuickCreateProps {
  readonly onCreated: (link: Row) => unknown
  /** Called with pasted text of many lines. */
  readonly onPastedLines: (text: string) => void
}

/** One line for a URL: Enter creates a link with the defaults and copies it. "More options" opens the form with the text entered so far. */
export function QuickCreate({ onCreated, onPastedLines }: QuickCreateProps) {
  const { words } = useWords()
  const id = useId()
  const [target, setTarget] = useState('')
  const client = useQueryClient()
  const isOffline = useIsOffline()
  const input = useRef<HTMLInputElement>(null)
  const adding = useMutation({
    // Pass the data to the mutation: it sees the state of its component a moment late.
    mutationFn: async (typed: string) => {
      const defaults = defaultsOf(await client.ensureQueryData(choices))
      const link = (await ask(ADD, { input: { ...defaultOptions(defaults), target: withScheme(typed) } })).addShortlink
      return { link, isCopied: await copyText(link.shortUrl) }
    },
    onSuccess: ({ link }, typed) => {
      setTarget(cleared(typed))
      void onCreated(link)
    },
  })
  usePaste(onPastedLines, (address) => {
    setTarget(address)
    if (!adding.isPending && !isOffline) adding.mutate(address)
  })
  const made = adding.isPending ? undefined : adding.data
  const fault = codeOf(adding.error) === 'BAD_USER_INPUT' && pathOf(adding.error) === 'target'
  useLayoutEffect(() => {
    if (fault) input.current?.focus()
  }, [adding.error])
  const text = target.trim()
  return (
    <form
      noValidate
      class={styles.form}
      aria-label={words.links.create}
      data-create
      onSubmit={(event) => {
        event.preventDefault()
        if (text === '') input.current?.focus()
        else if (!adding.isPending) adding.mutate(target, { onSuccess: () => input.current?.focus() })
      }}
    >
      <div class={styles.line}>
        <input
          ref={input}
          aria-label={words.links.target}
          placeholder={words.links.targetHint}
          inputMode="url"
          autocomplete="off"
          value={target}
          aria-invalid={fault}
          aria-describedby={`${id}-fault`}
          onInput={(event) => setTarget(event.currentTarget.value)}
        />
        <WriteButton
          type="submit"
          class={`primary ${styles.square}`}
          label={words.links.shorten}
          isBusy={adding.isPending}
          error={adding.error}
        >
          <Icon of={ArrowRight} /> <span>{words.links.shorten}</span>
        </WriteButton>
        <a
          class={`button ${styles.more}`}
          href={text === '' ? '/dash/new' : `/dash/new?url=${encodeURIComponent(withScheme(text))}`}
        >
          <Icon of={SlidersHorizontal} /> {words.links.moreOptions}
        </a>
      </div>
      <div id={`${id}-fault`}>
        <Refusal error={adding.error} />
      </div>
      <DefaultsNote>
        <a href="/dash/settings/defaults">{words.defaults.edit}</a>
      </DefaultsNote>
      {made && (
        <MadeLink shortUrl={made.link.shortUrl} isCopied={made.isCopied}>
          <a href={`/dash/links/${made.link.id}/edit`}>{words.links.toEdit}</a>
        </MadeLink>
      )}
    </form>
  )
}
