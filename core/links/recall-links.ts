import { describeError, type ErrorOf } from '../kernel/errors.ts'
import type { LinkId, UserId } from '../kernel/ids.ts'
import type { Ports } from '../ports.ts'
import type { Recall } from '../use-case.ts'
import type { BulkItem, ParsedItem } from './bulk.ts'
import type { Link } from './link.ts'

/**
 * The short form of a bulk outcome. Per item: the id of its link, the index of its error in `errors`, or null if its input was malformed,
 * since parsing it again yields the error.
 */
interface BriefItems {
  readonly errors: readonly string[]
  readonly items: readonly (string | number | null)[]
}

/** Finds the link again by its id. A link deleted since is returned as it was, without what is long. */
export const recallLink: Recall<Link> = {
  brief: (link): Link => ({ ...link, rules: [], note: null, preview: null }),
  async restore({ store }, owner, brief) {
    const link = brief as Link
    return (await store.links.findOwned(owner, link.id)) ?? link
  },
}

/** The items of a bulk call with their links in their current state; null for a link deleted since. */
export const recallItems: Recall<BulkItem<Link>[]> = {
  brief: (results, inputs) =>
    briefOf(
      results,
      ({ id }) => id,
      (index) => itemAt(inputs, index)?.isErr() ?? false,
    ),
  restore: (ports, owner, brief, inputs) =>
    itemsOf(
      brief as BriefItems,
      (id) => find(ports, owner, id),
      (index) => malformed(itemAt(inputs, index)),
    ),
}

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
      () => '',
    ),
}

const itemAt = (inputs: unknown, index: number) => (inputs as readonly ParsedItem<unknown>[])[index]

const find = async ({ store }: Ports, owner: UserId, id: LinkId) => (await store.links.findOwned(owner, id)) ?? null

const malformed = (item: ParsedItem<unknown> | undefined) =>
  item?.isErr() ? describeError<ErrorOf<'invalid-input'>>(item.error) : ''

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
  errorOf: (index: number) => string,
): Promise<BulkItem<T>[]> {
  const results: BulkItem<T>[] = []
  for (const [index, item] of items.entries()) {
    if (typeof item === 'string') {
      results.push({ index, ok: true, value: await valueFor(item as LinkId), error: null })
    } else {
      const error = item === null ? errorOf(index) : (errors[item] ?? '')
      results.push({ index, ok: false, value: null, error })
    }
  }
  return results
}
