import { GraphQLError, type ValidatedExecutionArgs, validateExecutionArgs } from 'graphql'
import type { RequestParams } from 'graphql-http'
import { MAX_BODY_BYTES } from '../../http/request-body.ts'
import { listSizes, schema } from '../schema.ts'
import { costOf } from './cost.ts'
import type { Documents } from './documents.ts'
import { expandedBytes } from './expanded-size.ts'
import { tooComplex } from './token-limits.ts'
import { aboutVariable } from './validation.ts'

/** Some 40 ms of work. A page of 1000 hits with all that is known of them costs 29,000, a page of 100 links 1,000. */
const MAX_COST = 50_000

const EXPANDS_TOO_FAR = tooComplex(
  `it and its variables, each counted as often as it is used, come to more than ${MAX_BODY_BYTES} bytes`,
)

/** An operation that may be executed, or what is wrong with it, each error with its code. */
export type Prepared = ValidatedExecutionArgs | readonly GraphQLError[]

/** Reads query and variables, and refuses what would cost too much to answer. */
export function prepare(documents: Documents, { query, operationName, variables }: RequestParams): Prepared {
  const document = documents.read(query)
  if (!('kind' in document)) return document
  const operation = validateExecutionArgs({ schema, document, operationName, variableValues: variables })
  if (!('schema' in operation)) return operation.map(aboutVariable)
  if (query.length + expandedBytes(operation) > MAX_BODY_BYTES) return [EXPANDS_TOO_FAR]
  try {
    if (costOf(operation, listSizes) <= MAX_COST) return operation
    return [tooComplex('it asks for too much at once; ask for shorter lists or fewer fields')]
  } catch (error) {
    // An argument that variables leave without a value.
    if (error instanceof GraphQLError) return [aboutVariable(error)]
    throw error
  }
}
