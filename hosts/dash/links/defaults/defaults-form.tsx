import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { ask } from '../../api/ask.ts'
import { qrStyles } from '../../ui/codes/queries.ts'
import { useLeaveGuard } from '../../ui/drafts/leave-guard.tsx'
import { changedFields } from '../../ui/drafts/typed-meanwhile.ts'
import { useKeptDraft } from '../../ui/drafts/use-kept-draft.ts'
import { Select } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { Refusal, WriteButton } from '../../ui/write.tsx'
import { tagsFault } from '../draft/draft-faults.ts'
import { type Choices, defaultsOf } from '../queries.ts'
import { tagsOf } from '../tag-names.ts'
import { TagsField } from '../tags-field.tsx'
import { SET_DEFAULTS } from './queries.ts'

/** The form of the defaults. Empty ids stand for no default. */
export function DefaultsForm({ known }: { readonly known: Choices }) {
  const { words } = useWords()
  const client = useQueryClient()
  const styles = useQuery(qrStyles).data
  const stored = draftOf(known)
  const shownOf = (typed: Partial<Draft>) => withoutDeleted({ ...stored, ...typed }, known)
  const typing = useKeptDraft<Partial<Draft>>('defaults', {}, (typed) => !isEqual(shownOf(typed), stored))
  const { isDirty, set, setDraft, drop } = typing
  const draft = shownOf(typing.draft)
  const guard = useLeaveGuard(isDirty, drop)
  const verified = known.domains.filter((domain) => domain.verified)
  const saving = useMutation({
    mutationFn: ({ tags, ...ids }: Draft) =>
      ask(SET_DEFAULTS, {
        tags: tagsOf(tags),
        domainId: ids.domainId || null,
        campaignTemplateId: ids.campaignTemplateId || null,
        qrStyleId: ids.qrStyleId || null,
      }),
    onSuccess: async (_, sent) => {
      toast(words.edit.saved)
      await Promise.all(['links', 'qr-styles'].map((key) => client.invalidateQueries({ queryKey: [key] })))
      setDraft((now) => changedFields<Draft>(sent, { ...sent, ...now }))
    },
  })
  const tagFault = tagsFault(draft.tags, words)
  return (
    <form
      class="card stack"
      aria-label={words.defaults.title}
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty && !tagFault && !saving.isPending) saving.mutate(draft)
      }}
    >
      <p class="muted">{words.defaults.lead}</p>
      <Select
        label={words.links.domain}
        value={draft.domainId}
        options={[
          ['', new URL(known.service.baseUrl).host],
          ...verified.map(({ id, hostname }) => [id, hostname] as const),
        ]}
        onChange={(domainId) => set({ domainId })}
      />
      <TagsField label={words.edit.tags} value={draft.tags} fault={tagFault} onInput={(tags) => set({ tags })} />
      <Select
        label={words.defaults.template}
        value={draft.campaignTemplateId}
        options={[['', words.defaults.none], ...known.campaignTemplates.map(({ id, name }) => [id, name] as const)]}
        onChange={(campaignTemplateId) => set({ campaignTemplateId })}
      />
      <div class="stack tight">
        <Select
          label={words.defaults.qrStyle}
          value={styles ? draft.qrStyleId : ''}
          options={[['', words.defaults.plain], ...(styles ?? []).map(({ id, name }) => [id, name] as const)]}
          onChange={(qrStyleId) => set({ qrStyleId })}
        />
        {styles?.length === 0 && <p class="muted small">{words.defaults.qrHint}</p>}
      </div>
      <Refusal error={saving.error} />
      <div>
        <WriteButton
          type="submit"
          class="primary"
          disabled={!isDirty || tagFault !== undefined}
          isBusy={saving.isPending}
          error={saving.error}
        >
          {words.common.save}
        </WriteButton>
      </div>
      {guard}
    </form>
  )
}

/** The form as the stored defaults fill it. */
function draftOf(known: Choices) {
  const { domain, tags, template, qrStyleId } = defaultsOf(known)
  return {
    domainId: domain?.id ?? '',
    tags: tags.join(', '),
    campaignTemplateId: template?.id ?? '',
    qrStyleId: qrStyleId ?? '',
  }
}

type Draft = ReturnType<typeof draftOf>

/** The form without a template that was deleted meanwhile. */
const withoutDeleted = (draft: Draft, { campaignTemplates }: Choices): Draft => ({
  ...draft,
  campaignTemplateId: campaignTemplates.some(({ id }) => id === draft.campaignTemplateId)
    ? draft.campaignTemplateId
    : '',
})

const isEqual = (one: Draft, other: Draft) =>
  JSON.stringify([one.domainId, tagsOf(one.tags), one.campaignTemplateId, one.qrStyleId]) ===
  JSON.stringify([other.domainId, tagsOf(other.tags), other.campaignTemplateId, other.qrStyleId])
