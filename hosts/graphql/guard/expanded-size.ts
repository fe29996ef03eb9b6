import { type ArgumentNode, Kind, type SelectionSetNode, type ValidatedExecutionArgs, type ValueNode } from 'graphql'

/**
 * Bytes of JSON of an operation's variables, each counted as often as the operation uses it: a short body can expand to arguments of that
 * size. Each fragment is summed once, and counts as often as it is spread. The operation must be valid.
 */
export function expandedBytes({ operation, fragmentDefinitions, variableValues }: ValidatedExecutionArgs): number {
  const fragments = new Map<string, number>()
  const variables = new Map<string, number>()

  function ofSet(set: SelectionSetNode): number {
    let sum = 0
    for (const selection of set.selections) {
      for (const { arguments: given } of selection.directives ?? []) sum += ofArguments(given)
      if (selection.kind === Kind.FRAGMENT_SPREAD) sum += ofFragment(selection.name.value)
      else if (selection.kind === Kind.FIELD) sum += ofArguments(selection.arguments)
      if (selection.kind !== Kind.FRAGMENT_SPREAD && selection.selectionSet) sum += ofSet(selection.selectionSet)
    }
    return sum
  }

  function ofFragment(name: string): number {
    const definition = fragmentDefinitions[name]
    const bytes = fragments.get(name) ?? (definition ? ofSet(definition.selectionSet) : 0)
    fragments.set(name, bytes)
    return bytes
  }

  function ofArguments(given: readonly ArgumentNode[] = []): number {
    let sum = 0
    for (const { value } of given) sum += ofValue(value)
    return sum
  }

  function ofValue(node: ValueNode): number {
    if (node.kind === Kind.VARIABLE) return ofVariable(node.name.value)
    let sum = 0
    if (node.kind === Kind.LIST) for (const value of node.values) sum += ofValue(value)
    if (node.kind === Kind.OBJECT) for (const { value } of node.fields) sum += ofValue(value)
    return sum
  }

  function ofVariable(name: string): number {
    const bytes = variables.get(name) ?? Buffer.byteLength(JSON.stringify(variableValues.coerced[name]) ?? '')
    variables.set(name, bytes)
    return bytes
  }

  return operation.variableDefinitions?.length ? ofSet(operation.selectionSet) : 0
}
