import { GraphQLError, type ValidatedExecutionArgs, validateExecutionArgs } from 'graphql'
import type { RequestParams } from 'graphql-http'
import { MAX_BODY_BYTES } from '../../http/request/request-body.ts'
import { pauseIfDue } from '../../kit/slices.ts'
import { tooComplex } from '../limits/token-limits.ts'
import { fieldCosts, listSizes, schema } from '../schema.ts'
import { costOf } from './cost.ts'
import type { Documents } from './documents.ts'
import { expandedBytes } from './expanded-size.ts'
import { aboutVariable } from './validation.ts'

/** About 40 ms of work. A page of 1000 hits with all fields costs 29,000, a page of 100 links 1,000. */
const MAX_COST = 50_000

const EXPANDS_TOO_FAR = tooComplex(
  `it and its variables, each counted as often as it is used, come to more than ${MAX_BODY_BYTES} bytes`,
)

/** An operation that may be executed, or its errors, each with its code. */
export type Prepared = ValidatedExecutionArgs | readonly GraphQLError[]

/** Parses and validates query and variables, and rejects an operation that would cost too much. */
export async function prepare(
  documents: Documents,
  { query, operationName, variables }: RequestParams,
): Promise<Prepared> {
  const document = await documents.read(query)
  if (!('kind' in document)) return document
  // Large variables take up to 20 ms.
  await pauseIfDue()
  // Some clients send an empty name in place of none.
  const named = { operationName: operationName || undefined, variableValues: variables }
  const operation = validateExecutionArgs({ schema, document, ...named })
  if (!('schema' in operation)) return operation.map(aboutVariable)
  if (query.length + expandedBytes(operation) > MAX_BODY_BYTES) return [EXPANDS_TOO_FAR]
  try {
    if (costOf(operation, listSizes, fieldCosts) <= MAX_COST) return operation
    return [tooComplex('it requests too much data; request shorter lists or fewer fields')]
  } catch (error) {
    // A variable leaves a required argument without a value.
    if (error instanceof GraphQLError) return [aboutVariable(error)]
    throw error
  }
}
