import { GraphQLError } from 'graphql'
import type { ByteBudget } from '../../kit/byte-budget.ts'
import { coded } from '../errors.ts'
import { tooComplex } from './token-limits.ts'

/** Maximum size of a response, in bytes of JSON. */
export const MAX_ANSWER_BYTES = 8 << 20
/** Maximum total size of the responses that one caller, and all callers, may hold between production and sending. */
export const ANSWER_BUDGET = { maxBytesPerOwner: MAX_ANSWER_BYTES, maxBytes: 16 * MAX_ANSWER_BYTES }
/**
 * Responses up to this size are small: they count against no budget, and are encoded in one step. Also the step in which larger ones
 * reserve.
 */
export const STEP_BYTES = 256 * 1024
/** Shorter texts are counted without a check for characters that JSON escapes. */
const SHORT_TEXT_LENGTH = 64
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes these characters
const ESCAPED = /[\0-\x1f"\\]/

// graphql-js takes an error with a path as it is; it would wrap any other again for each following value.
const located = (error: GraphQLError) =>
  new GraphQLError(error.message, { extensions: { ...error.extensions }, path: [] })

export const TOO_LONG = located(tooComplex(`the response has more than ${MAX_ANSWER_BYTES} bytes`))
/** The budget of the caller, or of all, is used up. */
export const TOO_MUCH_IN_FLIGHT = located(coded('RATE_LIMITED', 'Too many long responses are in progress'))
const ENDED = located(coded('RATE_LIMITED', 'The connection has ended'))

/** Counts the bytes of a response while its values are resolved, so that execution ends once it gets too long. */
export class AnswerSize {
  readonly #budget: ByteBudget
  /** The caller that a long response is charged to. */
  owner = ''
  #bytes = 0
  #reserved = 0
  #hasEnded = false
  #rejection: GraphQLError | undefined

  constructor(budget: ByteBudget) {
    this.#budget = budget
  }

  /** The reason why the response ends without data; undefined while it may continue. */
  get rejection(): GraphQLError | undefined {
    return this.#rejection
  }

  /** Whether the response was sent, or the client has disconnected. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get isSmall(): boolean {
    return this.#bytes <= STEP_BYTES
  }

  /** @throws GraphQLError once the response is rejected */
  check(): void {
    if (this.#rejection) throw this.#rejection
  }

  /**
   * Counts the bytes of a field's name, or of a leaf's value.
   * @throws GraphQLError once the response is rejected
   */
  add(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > STEP_BYTES && this.#bytes > this.#reserved) this.#reserve()
    this.check()
  }

  /** Releases the budget when the response was sent, or its connection has ended: a long response then stops. */
  end(): void {
    this.#hasEnded = true
    this.#budget.remove(this.owner, this.#reserved)
    this.#reserved = 0
  }

  #reserve() {
    if (this.#rejection) return
    if (this.#hasEnded) this.#rejection = ENDED
    else if (this.#bytes > MAX_ANSWER_BYTES) this.#rejection = TOO_LONG
    else if (this.#budget.add(this.owner, STEP_BYTES)) this.#reserved += STEP_BYTES
    else this.#rejection = TOO_MUCH_IN_FLIGHT
  }
}

/** Bytes that the value of a leaf, or a list of them, takes as JSON. */
export function jsonBytes(value: unknown): number {
  if (typeof value === 'string') {
    if (value.length <= SHORT_TEXT_LENGTH) return value.length + 2
    return ESCAPED.test(value) ? Buffer.byteLength(JSON.stringify(value)) : Buffer.byteLength(value) + 2
  }
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + 1 + jsonBytes(item), 2)
  return value === undefined ? 0 : String(value).length
}
