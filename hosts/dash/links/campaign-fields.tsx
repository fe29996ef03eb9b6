import { useQuery } from '@tanstack/preact-query'
import { Field, Select } from '../ui/field.tsx'
import { useWords } from '../ui/words.tsx'
import { type CampaignTemplate, campaignTemplates } from './queries.ts'

export const UTM_NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const
type UtmName = (typeof UTM_NAMES)[number]

const EXAMPLES: Partial<Record<UtmName, string>> = { source: 'newsletter', medium: 'email', campaign: 'spring-sale' }

/** Campaign parameters as typed; empty ones are not set. */
export type CampaignTexts = Readonly<Record<UtmName, string>>

/** Stored parameters as texts of fields. */
export const campaignTexts = (utm: CampaignTemplate['utm'] | null | undefined) =>
  Object.fromEntries(UTM_NAMES.map((name) => [name, utm?.[name] ?? ''])) as unknown as CampaignTexts

/** The given parameters, to send; undefined without any. */
export function givenCampaign(texts: CampaignTexts): Partial<CampaignTexts> | undefined {
  const given = UTM_NAMES.map((name) => [name, texts[name].trim()] as const).filter(([, value]) => value !== '')
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

/** The account's templates, and the one with these parameters. */
export function useTemplates(values: CampaignTexts) {
  const { data: templates = [] } = useQuery(campaignTemplates)
  const equal = templates.find(({ utm }) => UTM_NAMES.every((name) => (utm[name] ?? '') === values[name].trim()))
  return { templates, equal }
}

interface CampaignFieldsProps {
  readonly values: CampaignTexts
  readonly faultOf?: (name: UtmName) => string | undefined
  /** Whether a saved template can fill the fields. */
  readonly hasTemplates?: boolean
  readonly onChange: (part: Partial<CampaignTexts>) => void
}

/** The five campaign parameters, which a template can fill. */
export function CampaignFields({ values, faultOf, hasTemplates = false, onChange }: CampaignFieldsProps) {
  return (
    <>
      {hasTemplates && <TemplateChoice values={values} onChange={onChange} />}
      <div class="columns">
        {UTM_NAMES.map((name) => (
          <Field
            key={name}
            label={`utm_${name}`}
            placeholder={EXAMPLES[name]}
            autocomplete="off"
            maxLength={200}
            value={values[name]}
            fault={faultOf?.(name)}
            onInput={(value) => onChange({ [name]: value })}
          />
        ))}
      </div>
    </>
  )
}

/** Fills the parameters from a template; shows the template that they equal. Nothing without templates. */
function TemplateChoice({ values, onChange }: Pick<CampaignFieldsProps, 'values' | 'onChange'>) {
  const { words } = useWords()
  const { templates, equal } = useTemplates(values)
  if (templates.length === 0) return null
  const isEmpty = givenCampaign(values) === undefined
  return (
    <Select
      label={words.defaults.template}
      value={equal?.id ?? ''}
      options={[
        ['', isEmpty ? words.defaults.none : words.defaults.ownCampaign],
        ...templates.map(({ id, name }) => [id, name] as const),
      ]}
      onChange={(chosen) => onChange(campaignTexts(templates.find(({ id }) => id === chosen)?.utm))}
    />
  )
}
