import { type DocumentNode, GraphQLError, type GraphQLSchema, parse } from 'graphql'
import { LRUCache } from 'lru-cache'
import { withCode } from '../errors.ts'
import { checkShape } from './shape-limits.ts'
import { checkTokens } from './token-limits.ts'
import { validated } from './validation.ts'

/** A tree takes some hundred times its text, so these hold the cache below some 30 MB. Lengths in UTF-16 units. */
const CACHE = { max: 1000, maxSize: 256 * 1024, maxEntrySize: 8 * 1024 }

/** Reads queries. */
export interface Documents {
  /** The parsed and valid query, or what is wrong with it, each error with its code. */
  read(query: string): DocumentNode | readonly GraphQLError[]
}

/** Clients send the same few queries again and again, and reading one takes longer than answering it, so valid ones are kept. */
export function createDocuments(schema: GraphQLSchema): Documents {
  const kept = new LRUCache<string, DocumentNode>({
    ...CACHE,
    sizeCalculation: (_document, query) => query.length || 1,
  })
  return {
    read(query) {
      const known = kept.get(query)
      if (known) return known
      const document = parsed(query)
      if (document instanceof GraphQLError) return [document]
      const errors = validated(schema, document)
      if (errors.length > 0) return errors
      kept.set(query, document)
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
