import { useQuery } from '@tanstack/preact-query'
import { Shuffle } from 'lucide'
import { Field, Select } from '../../ui/field.tsx'
import { useDebounced } from '../../ui/hooks/use-debounced.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../ui/words.tsx'
import { randomSlug } from '../draft/blank-link.ts'
import { slugFault } from '../draft/draft-faults.ts'
import { linkDomains, slugState } from '../queries.ts'
import type { PartProps } from './part-props.ts'
import styles from './short-link-field.module.css'

const TYPING_MS = 300

/** Domain and slug of a new link, with the availability of the slug while the user types. */
export function ShortLinkField({ draft, link, set, faultOf }: PartProps) {
  const { words } = useWords()
  const known = useQuery(linkDomains).data
  const verified = known?.domains.filter((domain) => domain.verified) ?? []
  const slug = useDebounced(draft.slug.trim(), TYPING_MS)
  const wrong = slugFault(slug, words)
  const isAsked = slug !== '' && slug !== link.shortlink && wrong === undefined
  const state = useQuery({ ...slugState(slug, draft.domainId), enabled: isAsked }).data
  const isCurrent = isAsked && slug === draft.slug.trim()
  const fault = faultOf('shortlink') ?? wrong ?? (isCurrent && state === 'taken' ? words.edit.faults.taken : undefined)
  return (
    <div class={styles.line}>
      {verified.length > 0 && (
        <Select
          label={words.links.domain}
          value={draft.domainId}
          options={[['', known?.ownHost ?? ''], ...verified.map(({ id, hostname }) => [id, hostname] as const)]}
          onChange={(domainId) => set({ domainId })}
        />
      )}
      <div class={styles.slug}>
        <Field
          label={words.edit.slug}
          placeholder={words.links.slugHint}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={100}
          value={draft.slug}
          fault={fault}
          hint={isCurrent && state === 'free' ? <span role="status">{words.edit.available}</span> : undefined}
          onInput={(slug) => set({ slug })}
        />
        <button type="button" class="button" onClick={() => set({ slug: randomSlug() })}>
          <Icon of={Shuffle} size={16} /> {words.edit.regenerate}
        </button>
      </div>
    </div>
  )
}
