import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { Megaphone, Pencil, Trash2 } from 'lucide'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from '../../ui/rows.module.css'
import { Empty } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { UTM_NAMES } from '../campaign-fields.tsx'
import { type CampaignTemplate, choices } from '../queries.ts'
import { DELETE_TEMPLATE } from './queries.ts'
import { TemplateDialog } from './template-dialog.tsx'

/** The account's campaign templates: create, change and delete them. */
export function TemplatesPart({ templates }: { readonly templates: readonly CampaignTemplate[] }) {
  const { words } = useWords()
  const [edited, setEdited] = useState<CampaignTemplate | 'new'>()
  const [deleted, setDeleted] = useState<CampaignTemplate>()
  const create = (
    <button type="button" class="button" onClick={() => setEdited('new')}>
      {words.defaults.create}
    </button>
  )
  return (
    <section class="card stack" aria-labelledby="templates">
      <div class="cluster apart">
        <h2 id="templates">{words.defaults.campaigns}</h2>
        {templates.length > 0 && create}
      </div>
      {templates.length === 0 ? (
        <Empty icon={Megaphone} title={words.defaults.noTemplates} advice={words.defaults.noTemplatesAdvice}>
          {create}
        </Empty>
      ) : (
        <>
          <p class="muted small">{words.defaults.campaignsHint}</p>
          <ul class={styles.rows}>
            {templates.map((template) => (
              <li key={template.id}>
                <div>
                  <strong>
                    <bdi>{template.name}</bdi>
                  </strong>
                  <p class="muted small">
                    <bdi>{parametersOf(template)}</bdi>
                  </p>
                </div>
                <div class="cluster">
                  <button
                    type="button"
                    class="button plain"
                    aria-label={words.defaults.editTemplate(template.name)}
                    data-tooltip={words.links.toEdit}
                    onClick={() => setEdited(template)}
                  >
                    <Icon of={Pencil} />
                  </button>
                  <button
                    type="button"
                    class="button plain"
                    aria-label={words.defaults.deleteTitle(template.name)}
                    data-tooltip={words.common.delete}
                    onClick={() => setDeleted(template)}
                  >
                    <Icon of={Trash2} />
                  </button>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {edited && (
        <TemplateDialog template={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {deleted && <DeleteTemplate template={deleted} onClose={() => setDeleted(undefined)} />}
    </section>
  )
}

/** The parameters as the query of a URL has them. */
const parametersOf = ({ utm }: CampaignTemplate) =>
  UTM_NAMES.flatMap((name) => (utm[name] === null ? [] : [`utm_${name}=${utm[name]}`])).join(' · ')

interface DeleteTemplateProps {
  readonly template: CampaignTemplate
  readonly onClose: () => void
}

function DeleteTemplate({ template: { id, name }, onClose }: DeleteTemplateProps) {
  const { words } = useWords()
  const client = useQueryClient()
  const deleting = useMutation({
    mutationFn: () => ask(DELETE_TEMPLATE, { id }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: choices.queryKey })
      onClose()
    },
    onError: (error) => toast(error.message),
  })
  return (
    <ConfirmDialog
      title={words.defaults.deleteTitle(name)}
      action={words.common.delete}
      isBusy={deleting.isPending}
      onCancel={onClose}
      onConfirm={() => deleting.mutate()}
    >
      <p>{words.defaults.deleteLoss}</p>
    </ConfirmDialog>
  )
}
