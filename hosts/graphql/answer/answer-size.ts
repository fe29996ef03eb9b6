import { GraphQLError } from 'graphql'
import type { ByteBudget } from '../../byte-budget.ts'
import { coded } from '../errors.ts'
import { tooComplex } from '../guard/token-limits.ts'

/** Bytes of JSON that an answer may have. */
export const MAX_ANSWER = 8 << 20
/** What the answers of one caller, and of all, may take together from when they are produced until they were sent. */
export const ANSWERS_UNDER_WAY = { maxBytesPerOwner: MAX_ANSWER, maxBytes: 16 * MAX_ANSWER }
/** Answers up to this many bytes are small: they count against no budget, and are encoded at once. Also how much is added at a time. */
const STEP = 256 * 1024
/** Shorter texts are counted without a look at what JSON escapes in them. */
const SHORT_TEXT = 64
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON escapes
const ESCAPED = /[\0-\x1f"\\]/

// An error with a path is taken as it is; others would be wrapped anew for each value that comes after.
const located = (error: GraphQLError) =>
  new GraphQLError(error.message, { extensions: { ...error.extensions }, path: [] })

export const TOO_LONG = located(tooComplex(`the answer has more than ${MAX_ANSWER} bytes`))
/** Too much is under way for the same caller, or for all. */
export const TOO_MUCH_UNDER_WAY = located(coded('RATE_LIMITED', 'Too many long answers are under way'))
const ENDED = located(coded('RATE_LIMITED', 'The connection has ended'))

/** Counts the bytes of an answer while its values are resolved, so that one which gets too long ends there. */
export class AnswerSize {
  readonly #budget: ByteBudget
  /** Whose budget a long answer counts against. */
  owner = ''
  #bytes = 0
  #reserved = 0
  #hasEnded = false
  #refusal: GraphQLError | undefined

  constructor(budget: ByteBudget) {
    this.#budget = budget
  }

  /** Why the answer ends without data; `undefined` while it may go on. */
  get refusal(): GraphQLError | undefined {
    return this.#refusal
  }

  get isSmall(): boolean {
    return this.#bytes <= STEP
  }

  /** @throws GraphQLError once the answer is refused */
  check(): void {
    if (this.#refusal) throw this.#refusal
  }

  /**
   * Counts bytes: of a field's name, or of a leaf's value.
   * @throws GraphQLError once the answer is refused
   */
  add(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > STEP && this.#bytes > this.#reserved) this.#reserve()
    this.check()
  }

  /** Gives the budget back when the answer was sent, or its connection has ended: then a long one is not produced any further. */
  end(): void {
    this.#hasEnded = true
    this.#budget.remove(this.owner, this.#reserved)
    this.#reserved = 0
  }

  #reserve() {
    if (this.#refusal) return
    if (this.#hasEnded) this.#refusal = ENDED
    else if (this.#bytes > MAX_ANSWER) this.#refusal = TOO_LONG
    else if (this.#budget.add(this.owner, STEP)) this.#reserved += STEP
    else this.#refusal = TOO_MUCH_UNDER_WAY
  }
}

/** Bytes that the value of a leaf, or a list of them, takes as JSON. */
export function jsonBytes(value: unknown): number {
  if (typeof value === 'string') {
    if (value.length <= SHORT_TEXT) return value.length + 2
    return ESCAPED.test(value) ? Buffer.byteLength(JSON.stringify(value)) : Buffer.byteLength(value) + 2
  }
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + 1 + jsonBytes(item), 2)
  return value === undefined ? 0 : String(value).length
}
