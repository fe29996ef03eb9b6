import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '../../hosts/rest/table/json-schema.ts'
import { schemaComparison, type Use } from './schema-changes.ts'

/** The parts of an OpenAPI document that clients depend on. */
export interface Api {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  readonly schemas: Readonly<Record<string, JsonSchema>>
}

interface ApiOperation {
  readonly security: readonly object[]
  readonly parameters: readonly ApiParameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content; readonly headers?: object }>>
}

interface ApiParameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema?: JsonSchema
  readonly content?: Content
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

const TEXTS = new Set(['description', 'summary', 'title', 'operationId'])

/** Returns these parts of a document, without texts and names for programs. */
export function apiOf(document: { readonly paths: unknown; readonly components: { readonly schemas: unknown } }): Api {
  const { paths, components } = document
  // A member with such a name has a schema; a text is a string.
  const withoutTexts = (name: string, value: unknown) =>
    TEXTS.has(name) && typeof value === 'string' ? undefined : value
  return JSON.parse(JSON.stringify({ paths, schemas: components.schemas }, withoutTexts))
}

/** Describes each change between two versions that could break a client of the first, with its place. Additions break none. */
export function breakingChanges(before: Api, now: Api): readonly string[] {
  const changes: string[] = []
  const compare = schemaComparison(before.schemas, now.schemas)

  function operation(place: string, old: ApiOperation, present: ApiOperation) {
    for (const one of old.security) {
      if (present.security.some((other) => isDeepStrictEqual(one, other))) continue
      changes.push(`${place}: credentials ${JSON.stringify(one)} no longer suffice`)
    }
    const key = (parameter: ApiParameter) => `${place}: ${parameter.in} parameter ${parameter.name}`
    inputs(Map.groupBy(old.parameters, key), Map.groupBy(present.parameters, key))
    const body = `${place}: body`
    inputs(
      new Map(old.requestBody && [[body, [old.requestBody]]]),
      new Map(present.requestBody && [[body, [present.requestBody]]]),
    )
    for (const [status, { content = {}, headers = {} }] of Object.entries(old.responses)) {
      const other = present.responses[status]
      if (!other) changes.push(`${place}: status ${status} is removed`)
      contents(`${place}: ${status}`, content, other?.content, 'output')
      for (const name of Object.keys(headers)) {
        if (other && !(name in (other.headers ?? {}))) changes.push(`${place}: ${status} header ${name} is removed`)
      }
    }
  }

  type Inputs = ReadonlyMap<string, readonly Pick<ApiParameter, 'required' | 'schema' | 'content'>[]>

  function inputs(old: Inputs, present: Inputs) {
    for (const [place, [input]] of old) if (input && !present.has(place)) changes.push(`${place} is removed`)
    for (const [place, [input]] of present) {
      const [before] = old.get(place) ?? []
      if (input?.required && !before?.required) changes.push(`${place} is now required`)
      if (before?.schema && input?.schema) changes.push(...compare(place, before.schema, input.schema, 'input'))
      contents(place, before?.content ?? {}, input?.content, 'input')
    }
  }

  function contents(place: string, old: Content, present: Content = {}, use: Use) {
    for (const [type, { schema }] of Object.entries(old)) {
      const other = present[type]
      if (other) changes.push(...compare(place, schema, other.schema, use))
      else changes.push(`${place} ${type} is removed`)
    }
  }

  for (const [path, operations] of Object.entries(before.paths)) {
    for (const [method, old] of Object.entries(operations)) {
      const present = now.paths[path]?.[method]
      const place = `${method.toUpperCase()} ${path}`
      if (present) operation(place, old, present)
      else changes.push(`${place} is removed`)
    }
  }
  return [...new Set(changes)]
}
