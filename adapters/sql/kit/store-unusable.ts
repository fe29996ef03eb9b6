/** Why a store cannot be opened. */
export type UnusableReason =
  | 'in-use'
  | 'corrupt'
  | 'not-a-database'
  | 'foreign'
  | 'read-only'
  | 'newer'
  | 'unreachable'
  | 'forbidden'
  | 'unsuitable'

/** Thrown at opening when an operator has to act. The message is one sentence for the operator. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable'
  readonly reason: UnusableReason

  constructor(reason: UnusableReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
