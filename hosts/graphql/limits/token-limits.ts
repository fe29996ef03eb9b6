import { Lexer, Source, TokenKind } from 'graphql'
import { coded } from '../errors.ts'

/** Bounds comments too, which are no tokens. In UTF-16 units. */
const MAX_LENGTH = 96 * 1024
/** Room for a thousand items written into the query itself. */
const MAX_TOKENS = 12_000
/** Brackets within one another: the parser and later steps recurse on them. */
const MAX_NESTING = 50
/** Arguments, input fields or variables side by side: an error message about one quotes them all. */
const MAX_NAMED = 200
/** Maximum number of adjacent brackets: slightly more than the items of bulk operations, so that their own error names their limit. */
const MAX_ITEMS = 1010

const OPENING = new Set<TokenKind>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const CLOSING = new Set<TokenKind>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

/**
 * Checks a query before it is parsed. The parser has its own limits, but reports them as syntax errors, and deep nesting overflows its
 * stack.
 * @throws GraphQLError with the code QUERY_TOO_COMPLEX; on broken syntax the lexer's own, without a code
 */
export function checkTokens(query: string): void {
  if (query.length > MAX_LENGTH) throw tooComplex(`it has more than ${MAX_LENGTH} characters`)
  const lexer = new Lexer(new Source(query))
  let tokens = 0
  /** Colons and brackets in each open bracket, the innermost last. */
  const named = [0]
  const items = [0]
  for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; { kind } = lexer.advance()) {
    tokens += 1
    if (OPENING.has(kind)) {
      if (increment(items) > MAX_ITEMS) throw tooComplex(`it has more than ${MAX_ITEMS} brackets side by side`)
      named.push(0)
      items.push(0)
    }
    if (CLOSING.has(kind)) {
      named.pop()
      items.pop()
    }
    if (kind === TokenKind.COLON && increment(named) > MAX_NAMED) {
      throw tooComplex(`it names more than ${MAX_NAMED} values side by side`)
    }
    if (tokens > MAX_TOKENS) throw tooComplex(`it has more than ${MAX_TOKENS} tokens`)
    if (named.length > MAX_NESTING) throw tooComplex(`its brackets nest deeper than ${MAX_NESTING}`)
  }
}

/** Increments the count of the innermost open bracket. */
function increment(counts: number[]): number {
  // The parser rejects a stray closing bracket.
  const count = (counts.pop() ?? 0) + 1
  counts.push(count)
  return count
}

export const tooComplex = (reason: string) => coded('QUERY_TOO_COMPLEX', `The query is too complex: ${reason}`)
