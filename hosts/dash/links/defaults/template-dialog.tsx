import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { pathOf } from '../../api/errors.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useFaults } from '../../ui/drafts/use-faults.ts'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { Refusal, WriteButton } from '../../ui/write.tsx'
import { CampaignFields, type CampaignTexts, campaignTexts, givenCampaign } from '../campaign-fields.tsx'
import { type CampaignTemplate, choices } from '../queries.ts'
import { CREATE_TEMPLATE, REPLACE_TEMPLATE } from './queries.ts'

interface TemplateDialogProps {
  /** Undefined for a new one. */
  readonly template?: CampaignTemplate | undefined
  /** The parameters of a new one. */
  readonly start?: CampaignTexts
  readonly onClose: () => void
}

/** Creates or changes a campaign template. */
export function TemplateDialog({ template, start, onClose }: TemplateDialogProps) {
  const { words } = useWords()
  const client = useQueryClient()
  const [name, setName] = useState(template?.name ?? '')
  const [texts, setTexts] = useState(start ?? campaignTexts(template?.utm))
  const utm = givenCampaign(texts)
  const { form, faults, check } = useFaults(
    new Map([
      ...(name.trim() === '' ? [['name', words.defaults.faults.name] as const] : []),
      ...(utm === undefined ? [['source', words.defaults.faults.utm] as const] : []),
    ]),
  )
  const saving = useMutation({
    mutationFn: async ({ name, utm }: Pick<CampaignTemplate, 'name'> & { readonly utm: Partial<CampaignTexts> }) => {
      await (template ? ask(REPLACE_TEMPLATE, { id: template.id, name, utm }) : ask(CREATE_TEMPLATE, { name, utm }))
      await client.invalidateQueries({ queryKey: choices.queryKey })
    },
    onSuccess: (_, { name }) => {
      toast(words.defaults.saved(name))
      onClose()
    },
  })
  const path = pathOf(saving.error)
  const refused = path?.startsWith('utm.') ? path.slice('utm.'.length) : path
  const faultOf = (field: string) => faults.get(field) ?? (refused === field ? saving.error?.message : undefined)
  return (
    <Dialog title={template ? words.defaults.editTemplate(template.name) : words.defaults.create} onClose={onClose}>
      <form
        ref={form}
        noValidate
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          // The dialog may be inside of the form of a link.
          event.stopPropagation()
          if (check() && utm && !saving.isPending) saving.mutate({ name: name.trim(), utm })
        }}
      >
        <Field
          label={words.defaults.name}
          autocomplete="off"
          maxLength={60}
          value={name}
          fault={faultOf('name')}
          onInput={setName}
        />
        <CampaignFields
          values={texts}
          faultOf={faultOf}
          onChange={(part) => setTexts((before) => ({ ...before, ...part }))}
        />
        <Refusal error={saving.error} />
        <div class="actions">
          <button type="button" class="button" onClick={onClose}>
            {words.common.cancel}
          </button>
          <WriteButton type="submit" class="primary" isBusy={saving.isPending} error={saving.error}>
            {words.common.save}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  )
}
