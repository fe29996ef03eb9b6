import type { Change, RecordKind } from './audit-entry.ts'

/** The names of fields that an update was asked to change. `id` names the record. */
export const givenNames = (input: object): string[] =>
  Object.entries(input).flatMap(([name, value]) => (name === 'id' || value === undefined ? [] : [name]))

/** An `audit` of updates that name a record by `id`: the other fields of the input are the changed ones. */
export const changesInput =
  (kind: RecordKind) =>
  (_out: unknown, input: { readonly id: string }): Change[] => [{ kind, id: input.id, changed: givenNames(input) }]

/** An `audit` of calls that name a record by `id`, such as deletions. */
export const namesInput =
  (kind: RecordKind) =>
  (_out: unknown, { id }: { readonly id: string }): Change[] => [{ kind, id }]

/** An `audit` of calls that return the record. */
export const returnsRecord =
  (kind: RecordKind) =>
  ({ id }: { readonly id: string }): Change[] => [{ kind, id }]
