import { Field } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import type { PartProps } from './part-props.ts'
import { targetWithCampaign } from './target-with-campaign.ts'

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
    <fieldset class="card stack">
      <legend class="visually-hidden">{words.edit.campaign}</legend>
      <h2>{words.edit.campaign}</h2>
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
    </fieldset>
  )
}
