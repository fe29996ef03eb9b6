import { useState } from 'preact/hooks'
import { useWords } from '../../ui/words.tsx'
import { CampaignFields, type CampaignTexts, givenCampaign, UTM_NAMES, useTemplates } from '../campaign-fields.tsx'
import { TemplateDialog } from '../defaults/template-dialog.tsx'
import type { Draft } from '../draft/draft.ts'
import { targetWithCampaign } from '../draft/target-with-campaign.ts'
import type { PartProps } from './part-props.ts'
import { Section, summaryOf } from './section.tsx'

/** The fields of the draft. */
const FIELDS = {
  source: 'utmSource',
  medium: 'utmMedium',
  campaign: 'utmCampaign',
  term: 'utmTerm',
  content: 'utmContent',
} as const

/** Campaign parameters for the target, from a template or to save as one, and the resulting redirect URL. */
export function CampaignPart({ draft, set, faultOf }: PartProps) {
  const { words } = useWords()
  const values = Object.fromEntries(UTM_NAMES.map((name) => [name, draft[FIELDS[name]]])) as unknown as CampaignTexts
  const isNewTemplate = useTemplates(values).equal === undefined && givenCampaign(values) !== undefined
  const [isSaving, setSaving] = useState(false)
  const address = targetWithCampaign(draft)
  return (
    <Section title={words.edit.campaign} summary={summaryOf(...Object.values(values).map((text) => text.trim()))}>
      <CampaignFields
        hasTemplates
        values={values}
        faultOf={(name) => faultOf(`utm.${name}`)}
        onChange={(part) => set(draftPartOf(part))}
      />
      {isNewTemplate && (
        <div>
          <button type="button" class="button" onClick={() => setSaving(true)}>
            {words.defaults.saveAs}
          </button>
        </div>
      )}
      {isSaving && <TemplateDialog start={values} onClose={() => setSaving(false)} />}
      {draft.target.trim() !== '' && address !== draft.target.trim() && (
        <p class="small" role="status">
          <span class="muted">{words.edit.leadsTo}</span> <bdi>{address}</bdi>
        </p>
      )}
    </Section>
  )
}

const draftPartOf = (part: Partial<CampaignTexts>): Partial<Draft> =>
  Object.fromEntries(Object.entries(part).map(([name, text]) => [FIELDS[name as keyof typeof FIELDS], text]))
