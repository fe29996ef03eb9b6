import { type App, listDomains, type User } from '@shortlink/core'
import { err, ok, type Result } from 'neverthrow'
import type { JsonSchema } from './json-schema.ts'

type Given = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Corrects slugs that are written as paths (`/sale`), or as short URLs where the tool takes a hostname. */
export function withPlainSlugs(schema: JsonSchema, given: unknown): unknown {
  if (!isObject(given)) return given
  const { slug, slugs, inputs } = given
  const items = schema.properties?.inputs?.items
  return {
    ...given,
    ...(typeof slug === 'string' && readSlug(slug, given, schema)),
    ...(Array.isArray(slugs) && { slugs: slugs.map(withoutSlash) }),
    ...(Array.isArray(inputs) && items && { inputs: inputs.map((item) => withPlainSlugs(items, item)) }),
  }
}

function readSlug(slug: string, { hostname }: Given, { properties }: JsonSchema): Given {
  const url = /^https?:\/\//i.test(slug) ? URL.parse(slug) : null
  if (url === null || hostname != null || properties?.hostname === undefined) return { slug: withoutSlash(slug) }
  return { slug: url.pathname.slice(1), hostname: url.hostname }
}

const withoutSlash = (slug: unknown) => (typeof slug === 'string' ? slug.replace(/^\/+/, '') : slug)

/** Replaces a hostname by the id of the caller's domain; an error names the tool that returns ids. */
export async function withDomainId(
  name: 'id' | 'domainId',
  given: Given,
  { app, caller }: { readonly app: App; readonly caller: User },
): Promise<Result<Given, string>> {
  const named = given[name]
  // Ids have no dots.
  if (typeof named !== 'string' || !named.includes('.')) return ok(given)
  const domains = await app.run(listDomains, caller, {})
  const hostname = named.toLowerCase()
  const found = domains.isOk() ? domains.value.find((domain) => domain.hostname === hostname) : undefined
  return found
    ? ok({ ...given, [name]: found.id })
    : err(`${name} must be the id of one of your domains; list_domains returns the ids`)
}

/** Sets the fields that an item lists in `clear` to null. */
export function withCleared({ inputs, ...given }: Given): Given {
  return { ...given, inputs: Array.isArray(inputs) ? inputs.map(clearFields) : inputs }
}

function clearFields(item: unknown): unknown {
  if (!isObject(item) || !Array.isArray(item.clear)) return item
  const { clear, ...fields } = item
  return { ...fields, ...Object.fromEntries(clear.map((name: unknown) => [String(name), null])) }
}
