import {
  type FieldNode,
  type FragmentSpreadNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  type InlineFragmentNode,
  Kind,
  type SelectionSetNode,
} from 'graphql'

/** Whether the query selects this field of the object that is being resolved, itself or in a fragment. */
export function selects(name: string, { fieldNodes, fragments, variableValues }: GraphQLResolveInfo): boolean {
  // Fragments can spread others many times over.
  const searched = new Set<string>()

  const isIncluded = (node: FieldNode | FragmentSpreadNode | InlineFragmentNode) =>
    getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if !== false

  function inFragment(fragment: string): boolean {
    if (searched.has(fragment)) return false
    searched.add(fragment)
    return inSet(fragments[fragment]?.selectionSet)
  }

  const inSet = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some((node) => {
      if (!isIncluded(node)) return false
      if (node.kind === Kind.FIELD) return node.name.value === name
      return node.kind === Kind.FRAGMENT_SPREAD ? inFragment(node.name.value) : inSet(node.selectionSet)
    }) ?? false

  return fieldNodes.some(({ selectionSet }) => inSet(selectionSet))
}
