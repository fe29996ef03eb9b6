import type { SimulatedVisitor } from '@shortlink/core'
import type { Visit } from '../../visits/visit-queries.ts'
import type { EditedRule } from '../conditions.ts'
import { type FieldName, ruleTypeOf, VISITOR_FIELDS } from '../rule-types.ts'

/** The relevant fields: those that a condition of a rule uses. */
export function fieldsFor(rules: readonly EditedRule[]): readonly FieldName[] {
  const used = new Set(rules.flatMap(({ conditions }) => conditions.map(({ type }) => ruleTypeOf(type)?.visitorField)))
  return VISITOR_FIELDS.filter((name) => used.has(name))
}

/** The simulator's input about a visitor: undefined for unknown, null if the visitor has none. */
export type TypedVisitor = Readonly<Partial<Record<FieldName, string | null | undefined>>>

/** The visitor that is typed. Without a time it is now. */
export function visitorOf(typed: TypedVisitor, now: number): SimulatedVisitor {
  const upper = typed.region?.toUpperCase()
  return {
    at: (typed.at ? Date.parse(typed.at) : now) as SimulatedVisitor['at'],
    country: typed.country,
    continent: typed.continent,
    region: typed.region === null ? null : upper,
    city: typed.city,
    device: typed.device as SimulatedVisitor['device'],
    os: typed.os,
    browser: typed.browser,
    language: typed.language,
    query: typed.query === null ? '' : typed.query?.replace(/^\?/, ''),
    referrer: withScheme(typed.referrer),
    ip: typed.ip,
    visits: wholeNumber(typed.visits, Number.MAX_SAFE_INTEGER),
    draw: wholeNumber(typed.draw, 99),
  }
}

/** Treats a bare host as a page on it. */
const withScheme = (referrer: string | null | undefined) =>
  referrer && !referrer.includes('://') ? `https://${referrer}/` : referrer

function wholeNumber(text: string | null | undefined, most: number): number | undefined {
  const number = /^\d+$/.test(text ?? '') ? Number(text) : undefined
  return number === undefined || number > most ? undefined : number
}

/**
 * The stored facts of a visit. Its whole language, query, random number, IP address and position in the count are not stored; a missing
 * referrer or city may have been omitted for a visitor who refuses tracking.
 */
export function fromVisit({ location, device, os, browser, referrer, createdAt }: Visit): TypedVisitor {
  const country = location.country?.code ?? 'ZZ'
  const hasAgent = os !== null || browser !== null
  return {
    country: country === 'ZZ' ? null : country,
    continent: location.continent?.code ?? null,
    city: location.city ?? undefined,
    // Visits without a user agent are stored with another device, but match no rule by device.
    device: device === 'other' && !hasAgent ? undefined : device,
    os: os?.name ?? null,
    browser: browser?.name ?? null,
    referrer: referrer ?? undefined,
    at: createdAt,
  }
}
