import { writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from '../../hosts/graphql/schema.ts'
import { openApiDocument } from '../../hosts/rest/openapi/document.ts'
import { rows } from '../../hosts/rest/rows.ts'
import { type Api, apiOf } from './openapi-changes.ts'

// Tests compare the API with the published one, which a release updates: `npm run schema:published`.
const document = openApiDocument({ rows, baseUrl: 'https://sho.rt', version: '' })
writeFileSync('test/hosts/rest/published-api.json', `${inLines(apiOf(document))}\n`)
writeFileSync('test/hosts/graphql/published.graphql', `${printSchema(lexicographicSortSchema(schema))}\n`)

/** Prints each path and each schema on one line, so that a diff names what has changed. */
function inLines(api: Api): string {
  const parts = Object.entries(api).map(([part, members]) => {
    const lines = Object.entries(members).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    return `${JSON.stringify(part)}: {\n${lines.join(',\n')}\n}`
  })
  return `{\n${parts.join(',\n')}\n}`
}
