import { type DomainError, describeError } from './kernel/errors.ts'

/**
 * An expected error of a use case, as the calls of a {@link Client} throw it. The message is the one that every surface shows.
 * @example
 * ```ts
 * import { type Client, ShortlinkError } from '@shortlink/core'
 *
 * async function isFree(client: Client, slug: string) {
 *   try {
 *     await client.createLink({ target: 'https://example.com/', slug })
 *     return true
 *   } catch (error) {
 *     if (error instanceof ShortlinkError && error.type === 'slug-taken') return false
 *     throw error
 *   }
 * }
 * ```
 */
export class ShortlinkError extends Error {
  override readonly name = 'ShortlinkError'
  /** The tag of the error, such as `slug-taken`. */
  readonly type: DomainError['type']
  /** The error with its data, such as the `path` of invalid input. */
  readonly details: DomainError

  constructor(details: DomainError) {
    super(describeError(details))
    this.type = details.type
    this.details = details
  }
}
