import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Operation, openApiDocument } from '../../../hosts/rest/openapi/document.ts'
import { rows } from '../../../hosts/rest/rows.ts'
import type { JsonSchema } from '../../../hosts/rest/table/json-schema.ts'
import { startDnsServer } from '../../support/dns.ts'
import { PRESENT_ALIAS } from '../../support/id-operations.ts'
import { INSIDES } from '../../support/naughty-texts.ts'
import { ownerOfEverything } from '../../support/owner-of-everything.ts'
import { randomRequests } from '../../support/random-requests.ts'
import { startTestServer, surfaceDatabases } from '../../support/server.ts'

const document = openApiDocument({ rows, baseUrl: 'https://sho.rt', version: '' })
const OPERATIONS = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
  })),
)

/** Requests of each kind for an operation. */
const RUNS = 5

/** The record that a parameter names, by the segment before it. */
const RECORDS: Readonly<Record<string, string>> = {
  links: 'link',
  hits: 'hit',
  tags: 'tag',
  domains: 'domain',
  'bio-pages': 'bio page',
  'qr-styles': 'QR style',
  'campaign-templates': 'campaign template',
  webhooks: 'webhook',
  deliveries: 'webhook delivery',
  keys: 'API key',
  sessions: 'session',
}
/** The same of other members, by their names. */
const MEMBERS: Readonly<Record<string, string>> = { id: 'link', linkId: 'link', domainId: 'domain', after: 'hit' }

interface Response {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** The schema of a documented body, by media type; undefined for an undocumented status. */
function documented(
  { responses }: Operation,
  status: number,
): Readonly<Record<string, { readonly schema: JsonSchema }>> | undefined {
  const found = responses[status] as { $ref?: string; content?: Record<string, { schema: JsonSchema }> } | undefined
  if (!found?.$ref) return found && (found.content ?? {})
  return document.components.responses[found.$ref.replace(/.*\//, '')]?.content
}

/** The result of a delivery to a port where nothing listens, which its owner reads. */
const REFUSED_DELIVERY = 'The host refused the connection'

const inDefinitions = (schemas: unknown) =>
  JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/'))
const $defs = inDefinitions(document.components.schemas)
const validators = new Map<JsonSchema, ReturnType<AjvJsonSchemaValidator['getValidator']>>()

function validatorOf(schema: JsonSchema) {
  const known = validators.get(schema)
  const validator = known ?? new AjvJsonSchemaValidator().getValidator({ ...inDefinitions(schema), $defs })
  validators.set(schema, validator)
  return validator
}

/** Describes how a response differs from the document. */
function differences(operation: Operation, { status, type, text }: Response): unknown {
  const content = documented(operation, status)
  if (content === undefined || status === 500) return `status ${status}`
  if (INSIDES.test(text.replaceAll(REFUSED_DELIVERY, ''))) return 'internals'
  const mediaType = type.replace(/;.*/, '')
  if (Object.keys(content).length === 0) return text === '' ? undefined : 'a body'
  const schema = content[mediaType]?.schema
  if (schema === undefined) return mediaType
  if (!mediaType.endsWith('json') || mediaType.endsWith('ndjson')) return undefined
  const { valid, errorMessage } = validatorOf(schema)(JSON.parse(text))
  return valid ? undefined : errorMessage
}

describe.each(surfaceDatabases(import.meta.url))(
  'random requests made from the OpenAPI document, on %s',
  (database) => {
    let dns: Awaited<ReturnType<typeof startDnsServer>>
    let server: Awaited<ReturnType<typeof startTestServer>>
    let owner: Awaited<ReturnType<typeof ownerOfEverything>>
    beforeAll(async () => {
      dns = await startDnsServer()
      server = await startTestServer({ database, settings: { DEFAULT_PLAN: 'PRO', DNS_SERVERS: dns.address } })
      owner = await ownerOfEverything(server.url, dns)
    })
    afterAll(async () => {
      await server?.close('tests are over')
      await dns?.close()
    })

    /** Values of members by name: ids of records, and names. */
    const knownAt = (path: string) => (name: string) => {
      const [, before = ''] = new RegExp(`([\\w-]+)/\\{${name}\\}`).exec(path) ?? []
      if (name === 'slug' && before === 'aliases') return [PRESENT_ALIAS]
      const record = before === 'links' && name === 'linkId' ? 'bio link' : (RECORDS[before] ?? MEMBERS[name])
      const id = record && owner.ids[record]
      return id === undefined ? [] : [id]
    }

    async function send(
      method: string,
      path: string,
      headers: Readonly<Record<string, string>>,
      body: string | undefined,
    ): Promise<Response> {
      const response = await fetch(`${server.url}/api/v1${path}`, {
        method: method.toUpperCase(),
        headers: { ...owner.headers, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body }),
      })
      const type = response.headers.get('content-type') ?? ''
      // A stream of events has no end.
      if (type.startsWith('text/event-stream')) await response.body?.cancel()
      return { status: response.status, type, text: response.bodyUsed ? '' : await response.text() }
    }

    it.each(OPERATIONS)('get documented answers: $name', async ({ path, method, operation }) => {
      for (const isExact of [true, false]) {
        const requests = randomRequests(path, operation, knownAt(path), isExact)
        await fc.assert(
          fc.asyncProperty(requests, async ({ path, headers, body }) => {
            // Deletions are dry runs, so that later requests find the records.
            const response = await send(
              method,
              path,
              { ...headers, ...(method === 'delete' && { 'dry-run': 'true' }) },
              body,
            )
            expect(differences(operation, response), response.text.slice(0, 1000)).toBeUndefined()
          }),
          { numRuns: RUNS },
        )
      }
    })
  },
)
