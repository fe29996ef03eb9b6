import type { Result } from 'neverthrow'
import type { z } from 'zod'
import { type DomainError, describeError, type ErrorOf } from '../../kernel/errors.ts'
import type { LinkId, UserId } from '../../kernel/ids.ts'
import { inSlices } from '../../kernel/steps.ts'
import type { Ports } from '../../ports.ts'
import type { Recall } from '../../use-case.ts'
import type { Link } from '../link.ts'
import { type BulkItem, type Costly, parseItems } from './bulk.ts'
import { TOO_MANY_PASSWORDS } from './hash-passwords.ts'

/**
 * The short form of a bulk outcome. Per item: the id of its link, the index of its error in `errors`, or null if its input was malformed,
 * since parsing it again yields the error.
 */
interface BriefItems {
  readonly errors: readonly string[]
  readonly items: readonly (string | number | null)[]
}

/** Finds the link again by its id. Returns a link deleted since in its original state, without long fields. */
export const recallLink: Recall<Link> = {
  brief: (link): Link => ({ ...link, rules: [], note: null, preview: null }),
  async restore({ store }, owner, brief) {
    const link = brief as Link
    return (await store.links.findOwned(owner, link.id)) ?? link
  },
}

/** The items of a bulk call with their links in their current state; null for a link deleted since. `schema` validates the items. */
export const recallItems = (schema: z.ZodType<Costly>): Recall<BulkItem<Link>[]> => ({
  brief: (results, prepared) =>
    briefOf(
      results,
      ({ id }) => id,
      (index) => isMalformed((prepared as readonly Result<unknown, DomainError>[])[index]),
    ),
  restore: (ports, owner, brief, input) =>
    itemsOf(
      brief as BriefItems,
      (id) => find(ports, owner, id),
      (index) => malformed(ports, schema, (input as { readonly inputs: readonly unknown[] }).inputs[index]),
    ),
})

/** The items of a bulk deletion. */
export const recallDeleted: Recall<BulkItem<LinkId>[]> = {
  brief: (results) =>
    briefOf(
      results,
      (id) => id,
      () => false,
    ),
  restore: (_ports, _owner, brief) =>
    itemsOf(
      brief as BriefItems,
      async (id) => id,
      async () => '',
    ),
}

const isMalformed = (item: Result<unknown, DomainError> | undefined) =>
  item?.isErr() === true && item.error.type === 'invalid-input'

const find = async ({ store }: Ports, owner: UserId, id: LinkId) => (await store.links.findOwned(owner, id)) ?? null

/** The error of an item. A valid item had a password too many. */
async function malformed({ pause }: Ports, schema: z.ZodType<Costly>, raw: unknown): Promise<string> {
  const [item] = await inSlices(parseItems(schema, [raw]), pause)
  return describeError<ErrorOf<'invalid-input'>>(item?.isErr() ? item.error : TOO_MANY_PASSWORDS)
}

function briefOf<T>(
  results: readonly BulkItem<T>[],
  idOf: (value: T) => LinkId,
  isMalformed: (index: number) => boolean,
): BriefItems {
  const errors = new Map<string, number>()
  const items = results.map(({ index, value, error }) => {
    if (value !== null) return idOf(value)
    if (error === null || isMalformed(index)) return null
    const errorIndex = errors.get(error) ?? errors.size
    errors.set(error, errorIndex)
    return errorIndex
  })
  return { errors: [...errors.keys()], items }
}

async function itemsOf<T>(
  { errors, items }: BriefItems,
  valueFor: (id: LinkId) => Promise<T | null>,
  errorOf: (index: number) => Promise<string>,
): Promise<BulkItem<T>[]> {
  const results: BulkItem<T>[] = []
  for (const [index, item] of items.entries()) {
    if (typeof item === 'string') {
      results.push({ index, ok: true, value: await valueFor(item as LinkId), error: null })
    } else {
      const error = item === null ? await errorOf(index) : (errors[item] ?? '')
      results.push({ index, ok: false, value: null, error })
    }
  }
  return results
}
