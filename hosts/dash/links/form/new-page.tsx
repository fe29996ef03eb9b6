import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { copyText } from '../../ui/copy.tsx'
import { useDraft } from '../../ui/drafts/use-draft.ts'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { isAddress } from '../../ui/text/is-address.ts'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { DefaultsNote } from '../defaults/defaults-note.tsx'
import { NO_DEFAULTS, withDefaults } from '../defaults/form-defaults.ts'
import { BLANK_LINK, copyOf, randomSlug } from '../draft/blank-link.ts'
import { draftOf, type FormLink, isChange, versionOf } from '../draft/draft.ts'
import { createLink } from '../draft/save-link.ts'
import { linkDefaults, link as linkQuery, type Row } from '../queries.ts'
import { LinkForm } from './link-form.tsx'

/**
 * The form of a new link, filled from the URL: `url`, or the first URL in `text`, and `title`, for bookmarklets and share targets; or all
 * options of the link `from`. The rest has the account's defaults. It creates nothing by itself.
 */
export function NewPage() {
  const { words } = useWords()
  const { query } = useLocation()
  const source = useQuery({ ...linkQuery(query.from ?? ''), enabled: query.from !== undefined })
  const defaults = useQuery(linkDefaults)
  const shared = [query.url, ...(query.text ?? '').split(/\s+/)].find((text) => text !== undefined && isAddress(text))
  const target = shared ?? query.url ?? ''
  const title = query.title?.slice(0, 500) ?? null
  return (
    <Page title={words.frame.create} crumbs={[{ title: words.frame.links, href: '/dash' }]}>
      {query.from === undefined ? (
        <Loaded query={defaults} height="30rem">
          {(defaults) => (
            // The form keeps its initial text.
            <NewForm key={target} start={withDefaults({ ...BLANK_LINK, target, title }, defaults)} hasDefaults />
          )}
        </Loaded>
      ) : (
        <Loaded query={{ ...source, data: source.data ?? undefined }} height="30rem">
          {(link) => <NewForm key={link.id} start={copyOf(link)} />}
        </Loaded>
      )}
    </Page>
  )
}

interface NewFormProps {
  readonly start: FormLink
  /** Whether it starts with the account's defaults. */
  readonly hasDefaults?: boolean
}

function NewForm({ start, hasDefaults = false }: NewFormProps) {
  const { words } = useWords()
  const { route } = useLocation()
  const client = useQueryClient()
  const [stored] = useState(() => ({ ...start, shortlink: randomSlug() }))
  const created = useRef<Row>(undefined)
  const editing = useDraft({
    key: 'new',
    stored,
    toDraft: draftOf,
    versionOf,
    isChange,
    secrets: ['password'],
    save: async (base, draft) => {
      const { link, aliasError } = await createLink(base, draft)
      created.current = link
      const isCopied = await copyText(link.shortUrl)
      toast(isCopied ? words.links.made : words.links.madeOnly)
      if (aliasError !== undefined) toast(aliasError instanceof Error ? aliasError.message : String(aliasError))
    },
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['links'] })
      route(`/dash/links/${created.current?.id}`)
    },
  })
  return (
    <LinkForm
      editing={editing}
      lead={
        hasDefaults && (
          <DefaultsNote>
            <button type="button" class="button" onClick={() => editing.set(NO_DEFAULTS)}>
              {words.defaults.clear}
            </button>
            <a href="/dash/settings/defaults">{words.defaults.edit}</a>
          </DefaultsNote>
        )
      }
    >
      {stored.rules.length > 0 && <p class="muted small">{words.edit.rulesCopied(stored.rules.length)}</p>}
      {editing.guard}
    </LinkForm>
  )
}
