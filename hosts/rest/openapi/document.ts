import { SCOPES } from '@shortlink/core'
import type { JsonSchema } from '../table/json-schema.ts'
import type { Row } from '../table/row.ts'
import type { Shape } from '../table/shape.ts'
import { type Parameter, parametersOf } from './parameters.ts'
import { PROBLEM_RESPONSES, PROBLEM_SCHEMAS, problemsOf, RATE_LIMIT_HEADERS } from './problems.ts'

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, unknown>>
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

export type OpenApiDocument = ReturnType<typeof openApiDocument>

interface DocumentOptions {
  readonly rows: readonly Row[]
  readonly baseUrl: string
  readonly version: string
}

/** The OpenAPI 3.1 document of the operations (https://spec.openapis.org/oas/v3.1.1). */
export function openApiDocument({ rows, baseUrl, version }: DocumentOptions) {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const row of rows) paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operationOf(row) }
  return {
    openapi: '3.1.1',
    info: {
      title: 'shortlink',
      version,
      description: 'Short links with routing rules, analytics, custom domains, webhooks and link-in-bio pages.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${baseUrl}/api/v1` }],
    tags: [...new Set(rows.map(tagOf))].map((name) => ({ name, description: TAG_DESCRIPTIONS[name] ?? name })),
    paths,
    components: {
      schemas: { ...schemasOf(rows), ...PROBLEM_SCHEMAS },
      responses: PROBLEM_RESPONSES,
      headers: RATE_LIMIT_HEADERS,
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: `An API key. Its scopes: ${SCOPES.join(', ')}.`,
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, or the token of a session.' },
      },
    },
  }
}

function operationOf(row: Row): Operation {
  const { id, summary, description, useCase, reader, answer } = row
  const { schema } = reader
  const hasMembers = Object.keys(schema.properties ?? {}).length > 0
  const scopes = useCase.scope === null ? [] : [useCase.scope]
  return {
    operationId: id,
    summary,
    ...(description && { description }),
    tags: [tagOf(row)],
    security: [{ apiKey: scopes }, { bearer: scopes }, ...(useCase.access === 'anyone' ? [{}] : [])],
    parameters: parametersOf(row),
    ...(reader.hasBody &&
      hasMembers && {
        requestBody: {
          required: (schema.required ?? []).length > 0,
          content: { 'application/json': { schema: { ...schema, additionalProperties: false } } },
        },
      }),
    responses: {
      [answer.status]: successOf(row),
      ...(answer.mayCreate && { 201: successOf(row, { isNew: true }) }),
      ...problemsOf(row),
    },
  }
}

function successOf({ answer, method }: Row, { isNew = false } = {}) {
  const { schema, mediaTypes, examples = {}, description, isTagged, isLocated = isNew } = answer
  return {
    description: isNew ? 'The new record.' : description,
    headers: {
      ...Object.fromEntries(
        Object.keys(RATE_LIMIT_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
      ),
      ...(isTagged && { ETag: { description: 'The version of the record.', schema: { type: 'string' } } }),
      ...(isLocated && { Location: { description: 'The path of the new record.', schema: { type: 'string' } } }),
    },
    ...(schema &&
      method && {
        content: Object.fromEntries(
          mediaTypes.map((type) => [type, { schema, ...(type in examples && { example: examples[type] }) }]),
        ),
      }),
  }
}

/** The group of an operation: the first segment of its path. */
const tagOf = ({ path }: Row) => TAGS[path.split('/')[1] ?? ''] ?? 'Other'

const TAGS: Readonly<Record<string, string>> = {
  links: 'Links',
  analytics: 'Visits',
  hits: 'Visits',
  live: 'Visits',
  'unknown-visits': 'Visits',
  'stat-shares': 'Visits',
  shared: 'Visits',
  tags: 'Tags',
  domains: 'Domains',
  'bio-pages': 'Bio pages',
  webhooks: 'Webhooks',
  keys: 'API keys',
  me: 'Account',
  audit: 'Account',
  plans: 'Account',
}

const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Links: 'Short links with their aliases, visits and QR codes.',
  Visits: 'Counts, exports and a live stream of visits.',
  Tags: 'Labels of links. Creating or updating a link with a new tag creates the tag.',
  Domains: 'Custom domains, verified by a DNS record.',
  'Bio pages': 'Public pages of links.',
  Webhooks: 'Subscriptions to events, and their deliveries.',
  'API keys': 'Keys with scopes.',
  Account: "The caller's account, plan and usage.",
}

/** The schemas of records, and those that they refer to. */
function schemasOf(rows: readonly Row[]): Readonly<Record<string, JsonSchema>> {
  const schemas: Record<string, JsonSchema> = {}
  const add = (shape: Shape) => {
    if (shape.name in schemas) return
    schemas[shape.name] = shape.schema
    for (const part of shape.parts) add(part)
  }
  for (const { answer } of rows) for (const shape of answer.shapes) add(shape)
  return schemas
}
