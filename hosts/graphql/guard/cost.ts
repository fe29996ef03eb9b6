import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  Kind,
  type SelectionSetNode,
  type ValidatedExecutionArgs,
} from 'graphql'
import { runsUseCase } from '../field.ts'
import type { FieldCosts, ListSizes } from '../schema-part.ts'

/** The cost of a field that calls the store, even if it returns little. */
const USE_CASE_COST = 20
/** The longest page; requests for longer ones fail later as bad input. Also the length of a list without a size. */
const LONGEST_PAGE = 1000
/** A field costs one more for each 64 characters of its name in the response, so that long aliases cannot cause a long response. */
const NAME_LENGTH_PER_COST = 64

/** `__typename` is free, since clients add it to every selection. */
const valueCost = (field: GraphQLField<unknown, unknown> | undefined, cost: number | undefined) =>
  field?.name === '__typename' ? 0 : (cost ?? (runsUseCase(field?.resolve) ? USE_CASE_COST : 1))

/**
 * The number of values that an operation can make the server produce. A field costs one for each item of the lists around it, and more
 * if it calls the store or has a long name. Each fragment is summed once, at any number of spreads. The operation must be valid.
 * @param listSizes by `Type.field`, see {@link ListSizes}
 * @param fieldCosts by `Type.field`, of fields that cost more than others of their kind
 * @throws GraphQLError when an argument cannot be read
 */
export function costOf(operation: ValidatedExecutionArgs, listSizes: ListSizes, fieldCosts: FieldCosts): number {
  const root = operation.schema.getRootType(operation.operation.operation) as GraphQLCompositeType
  return costWithin(operation, listSizes, fieldCosts)(operation.operation.selectionSet, root)
}

/** Sums selections for these sizes of lists. */
function costWithin(operation: ValidatedExecutionArgs, listSizes: ListSizes, fieldCosts: FieldCosts) {
  const { schema, fragmentDefinitions, variableValues } = operation
  const fragments = new Map<string, number>()

  function ofSet(set: SelectionSetNode, parent: GraphQLCompositeType): number {
    let sum = 0
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) sum += ofField(selection, parent)
      else if (selection.kind === Kind.INLINE_FRAGMENT) sum += ofSet(selection.selectionSet, parent)
      else sum += ofFragment(selection.name.value, parent)
    }
    return sum
  }

  function ofFragment(name: string, parent: GraphQLCompositeType): number {
    const definition = fragmentDefinitions[name]
    const cost = fragments.get(name) ?? (definition ? ofSet(definition.selectionSet, parent) : 0)
    fragments.set(name, cost)
    return cost
  }

  function ofField(node: FieldNode, parent: GraphQLCompositeType): number {
    const field = schema.getField(parent, node.name.value)
    const type = field && getNamedType(field.type)
    const name = node.alias ?? node.name
    const place = `${parent.name}.${node.name.value}`
    const own = valueCost(field, fieldCosts[place]) + Math.floor(name.value.length / NAME_LENGTH_PER_COST)
    if (!field || !node.selectionSet || !isCompositeType(type)) return own
    const size = listSizes[place] ?? LONGEST_PAGE
    if (typeof size === 'number') return own + lengthOf(node, field, size) * ofSet(node.selectionSet, type)
    const items = itemsGiven(node, field, size.argument)
    const inside = costWithin(operation, { ...listSizes, ...averageLengths(items, size.given) }, fieldCosts)
    return own + items.length * inside(node.selectionSet, type)
  }

  function lengthOf(node: FieldNode, field: GraphQLField<unknown, unknown>, size: number): number {
    if (field.args.some(({ name }) => name === 'take')) {
      const { take } = getArgumentValues(field, node, variableValues)
      return typeof take === 'number' ? Math.min(Math.max(take, 0), LONGEST_PAGE) : size
    }
    return isListType(getNullableType(field.type)) ? size : 1
  }

  function itemsGiven(node: FieldNode, field: GraphQLField<unknown, unknown>, argument: string): readonly unknown[] {
    const items = getArgumentValues(field, node, variableValues)[argument]
    return Array.isArray(items) ? items : []
  }

  return ofSet
}

/** Average lengths of the lists that a response repeats from the items of an argument, by `Type.field`. */
function averageLengths(items: readonly unknown[], given: Readonly<Record<string, string>> = {}) {
  const lengthIn = (item: unknown, member: string) => {
    const list = (item as Record<string, unknown> | null)?.[member]
    return Array.isArray(list) ? list.length : 0
  }
  return Object.fromEntries(
    Object.entries(given).map(([field, member]) => [
      field,
      Math.ceil(items.reduce<number>((sum, item) => sum + lengthIn(item, member), 0) / Math.max(1, items.length)),
    ]),
  )
}
