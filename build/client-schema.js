import { writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import { openApiDocument } from '../hosts/rest/openapi/document.ts'
import { rows } from '../hosts/rest/rows.ts'

/** The types of the REST API's paths, inputs and records in `@shortlink/client`. */
export const CLIENT_TYPES = new URL('../client/schema.ts', import.meta.url)

/** Generates the types of the client from the OpenAPI document. */
export async function clientTypes() {
  const document = JSON.parse(JSON.stringify(openApiDocument({ rows, baseUrl: 'http://localhost', version: '0' })))
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const parameter of operation.parameters) takeSchemaOfContent(parameter)
  }
  const header = '// Generated from the OpenAPI document by `npm run schema`.\n'
  return header + astToString(await openapiTS(document, { defaultNonNullable: false }))
}

/** The generator takes parameters with JSON in them for strings. */
function takeSchemaOfContent(parameter) {
  parameter.schema ??= parameter.content['application/json'].schema
  delete parameter.content
}

/** Writes them, after a change of the REST API. */
if (import.meta.main) writeFileSync(CLIENT_TYPES, await clientTypes())
