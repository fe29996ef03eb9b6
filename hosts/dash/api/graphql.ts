import type { initGraphQLTada, ResultOf, VariablesOf } from 'gql.tada'
import type { introspection } from './schema.d.ts'

type Setup = { introspection: introspection; scalars: { DateTime: string }; disableMasking: true }
type Tada = initGraphQLTada<Setup>

/**
 * A document, typed by the schema; at run time it is only its text. The second argument lists fragments, which are appended once each.
 * Types come from `npm run schema`.
 */
export const graphql = ((text: string, fragments: readonly string[] = []) =>
  [...new Set([text, ...fragments])].join('\n')) as unknown as Tada

/** Data type of a document's response. */
export type AnswerOf<Document> = ResultOf<Document>
/** Variables type of a document. */
export type InputOf<Document> = VariablesOf<Document>
