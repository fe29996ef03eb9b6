import { readFileSync, writeFileSync } from 'node:fs'
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal'
import { buildSchema, introspectionFromSchema } from 'graphql'

const SCHEMA = new URL('../test/hosts/graphql/schema.graphql', import.meta.url)
const TYPES = new URL('../hosts/dash/api/schema.d.ts', import.meta.url)

/** The types for checking the dashboard's documents, generated from the stored schema. */
export const schemaTypes = () =>
  outputIntrospectionFile(minifyIntrospection(introspectionFromSchema(buildSchema(readFileSync(SCHEMA, 'utf8')))), {
    fileType: '.d.ts',
    shouldPreprocess: true,
  })

/** Writes them: `npm run schema`, after a change of the schema. */
if (import.meta.main) writeFileSync(TYPES, schemaTypes())

export { TYPES }
