import { type FieldNode, Kind, type SelectionSetNode, type ValidatedExecutionArgs } from 'graphql'
import type { RateLimitName } from '../schema-part.ts'

/** The root fields of an operation, by their names in the response; as in execution, each fragment is visited once. */
export function rootFields({ operation, fragmentDefinitions }: ValidatedExecutionArgs): ReadonlyMap<string, FieldNode> {
  const fields = new Map<string, FieldNode>()
  const seen = new Set<string>()
  function collect(set: SelectionSetNode) {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) fields.set((selection.alias ?? selection.name).value, selection)
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet)
      else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value)
        const fragment = fragmentDefinitions[selection.name.value]
        if (fragment) collect(fragment.selectionSet)
      }
    }
  }
  collect(operation.selectionSet)
  return fields
}

/** The number of calls that count against each separate limit; each alias is a call. */
export function chargedCalls(
  fields: ReadonlyMap<string, FieldNode>,
  rateLimits: Readonly<Record<string, RateLimitName>>,
): ReadonlyMap<RateLimitName, number> {
  const calls = new Map<RateLimitName, number>()
  for (const { name } of fields.values()) {
    const limit = rateLimits[name.value]
    if (limit) calls.set(limit, (calls.get(limit) ?? 0) + 1)
  }
  return calls
}
