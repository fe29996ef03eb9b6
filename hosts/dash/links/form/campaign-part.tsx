import { Field } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import { targetWithCampaign } from '../draft/target-with-campaign.ts'
import type { PartProps } from './part-props.ts'
import { Section, summaryOf } from './section.tsx'

const FIELDS = [
  ['utmSource', 'source', 'newsletter'],
  ['utmMedium', 'medium', 'email'],
  ['utmCampaign', 'campaign', 'spring-sale'],
  ['utmTerm', 'term', ''],
  ['utmContent', 'content', ''],
] as const

/** Campaign parameters for the target, and the resulting redirect URL. */
export function CampaignPart({ draft, set, faultOf }: PartProps) {
  const { words } = useWords()
  const address = targetWithCampaign(draft)
  return (
    <Section title={words.edit.campaign} summary={summaryOf(...FIELDS.map(([name]) => draft[name].trim()))}>
      <div class="columns">
        {FIELDS.map(([name, utm, placeholder]) => (
          <Field
            key={name}
            label={`utm_${utm}`}
            placeholder={placeholder}
            maxLength={200}
            value={draft[name]}
            fault={faultOf(`utm.${utm}`)}
            onInput={(value) => set({ [name]: value })}
          />
        ))}
      </div>
      {address !== draft.target.trim() && (
        <p class="small" role="status">
          <span class="muted">{words.edit.leadsTo}</span> <bdi>{address}</bdi>
        </p>
      )}
    </Section>
  )
}
