import type { SimulatedVisitor } from '@shortlink/core'
import type { Visit } from '../visits/queries.ts'

/** The fields of the simulator, in their order. */
export const FIELDS = [
  { name: 'country', type: 'text', placeholder: 'DE' },
  { name: 'continent', type: 'text', placeholder: 'EU' },
  { name: 'region', type: 'text', placeholder: 'US-CA' },
  { name: 'city', type: 'text', placeholder: 'Rome' },
  { name: 'device', type: 'text', placeholder: 'mobile' },
  { name: 'os', type: 'text', placeholder: 'iOS' },
  { name: 'browser', type: 'text', placeholder: 'Firefox' },
  { name: 'language', type: 'text', placeholder: 'pt-BR' },
  { name: 'query', type: 'text', placeholder: 'src=ad' },
  { name: 'referrer', type: 'text', placeholder: 'https://example.com/' },
  { name: 'ip', type: 'text', placeholder: '192.0.2.1' },
  { name: 'at', type: 'datetime-local', placeholder: '' },
  { name: 'visits', type: 'number', placeholder: '0' },
  { name: 'draw', type: 'number', placeholder: '0–99' },
] as const

type FieldName = (typeof FIELDS)[number]['name']

/** The simulator's fields as typed. */
export type TypedVisitor = Readonly<Record<FieldName, string>>

export const EMPTY_VISITOR = Object.fromEntries(FIELDS.map(({ name }) => [name, ''])) as TypedVisitor

/** The visitor that is typed. An empty field is unknown; an empty time is now. */
export function visitorOf(typed: TypedVisitor): SimulatedVisitor {
  const text = (name: FieldName) => (typed[name].trim() === '' ? undefined : typed[name].trim())
  const whole = (name: FieldName) => (/^\d+$/.test(typed[name].trim()) ? Number(typed[name]) : undefined)
  const draw = whole('draw')
  return {
    at: (text('at') === undefined ? Date.now() : Date.parse(typed.at)) as SimulatedVisitor['at'],
    country: text('country')?.toUpperCase(),
    continent: text('continent')?.toUpperCase(),
    region: text('region')?.toUpperCase(),
    city: text('city'),
    device: text('device')?.toLowerCase() as SimulatedVisitor['device'],
    os: text('os'),
    browser: text('browser'),
    language: text('language'),
    query: text('query')?.replace(/^\?/, ''),
    referrer: text('referrer'),
    ip: text('ip'),
    visits: whole('visits'),
    draw: draw === undefined || draw > 99 ? undefined : draw,
  }
}

/** What is kept of a visit. Its query, its address and its draw are not. */
export function fromVisit(visit: Visit): TypedVisitor {
  const at = new Date(visit.createdAt)
  return {
    ...EMPTY_VISITOR,
    country: visit.location.country?.code ?? '',
    city: visit.location.city ?? '',
    device: visit.device,
    os: visit.os?.name ?? '',
    browser: visit.browser?.name ?? '',
    referrer: visit.referrer ?? '',
    at: new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16),
  }
}
