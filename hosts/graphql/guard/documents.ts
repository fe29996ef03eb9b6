import { type DocumentNode, GraphQLError, type GraphQLSchema, parse } from 'graphql'
import { LRUCache } from 'lru-cache'
import { pauseIfDue } from '../../kit/slices.ts'
import { withCode } from '../errors.ts'
import { checkTokens } from '../limits/token-limits.ts'
import { checkShape } from './shape-limits.ts'
import { validated } from './validation.ts'

/** A document takes about 100 times the memory of its text, so the cache stays below 30 MB. Lengths in UTF-16 units. */
const CACHE = { max: 1000, maxSize: 256 * 1024, maxEntrySize: 8 * 1024 }

/**
 * Parsing and validation of a longer query, in UTF-16 units, take up to 20 ms each. Without pauses, several that arrive together hold up
 * every visitor.
 */
const LONG_QUERY_LENGTH = 1024

export interface Documents {
  /** The parsed and valid query, or its errors, each with its code. */
  read(query: string): Promise<DocumentNode | readonly GraphQLError[]>
}

/** Caches valid queries: clients repeat the same few, and parsing one takes longer than executing it. */
export function createDocuments(schema: GraphQLSchema): Documents {
  const cache = new LRUCache<string, DocumentNode>({
    ...CACHE,
    sizeCalculation: (_document, query) => query.length || 1,
  })
  return {
    async read(query) {
      const known = cache.get(query)
      if (known) return known
      const isLong = query.length > LONG_QUERY_LENGTH
      if (isLong) await pauseIfDue()
      const document = parsed(query)
      if (document instanceof GraphQLError) return [document]
      if (isLong) await pauseIfDue()
      const errors = validated(schema, document)
      if (errors.length > 0) return errors
      cache.set(query, document)
      return document
    },
  }
}

function parsed(query: string): DocumentNode | GraphQLError {
  try {
    checkTokens(query)
    const document = parse(query)
    checkShape(document)
    return document
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    return error.extensions.code === undefined ? withCode(error, 'GRAPHQL_PARSE_FAILED') : error
  }
}
