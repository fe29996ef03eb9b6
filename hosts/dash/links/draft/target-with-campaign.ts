import type { Draft } from './draft.ts'

type Campaign = Pick<Draft, 'target' | 'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent'>

/** The target with the campaign parameters that it does not have yet, as the server sends visitors to it. */
export function targetWithCampaign(draft: Campaign): string {
  const target = draft.target.trim()
  const [, base = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(target) ?? []
  const present = new URLSearchParams(query)
  const added = (
    [
      ['utm_source', draft.utmSource],
      ['utm_medium', draft.utmMedium],
      ['utm_campaign', draft.utmCampaign],
      ['utm_term', draft.utmTerm],
      ['utm_content', draft.utmContent],
    ] as const
  )
    .filter(([name, value]) => value.trim() !== '' && !present.has(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value.trim())}`)
  return added.length === 0 ? target : `${base}?${[query, ...added].filter(Boolean).join('&')}${fragment}`
}
