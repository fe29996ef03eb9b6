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
export const selects = (name: string, info: GraphQLResolveInfo): boolean =>
  selections(info).some((node) => node.name.value === name)

/** The fields of the object that is being resolved that the query selects, themselves or in fragments. */
export function selections({ fieldNodes, fragments, variableValues }: GraphQLResolveInfo): readonly FieldNode[] {
  // Fragments can spread others many times over.
  const searched = new Set<string>()

  const isIncluded = (node: FieldNode | FragmentSpreadNode | InlineFragmentNode) =>
    getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if !== false

  function inFragment(fragment: string): readonly FieldNode[] {
    if (searched.has(fragment)) return []
    searched.add(fragment)
    return inSet(fragments[fragment]?.selectionSet)
  }

  const inSet = (set: SelectionSetNode | undefined): readonly FieldNode[] =>
    (set?.selections ?? []).flatMap((node) => {
      if (!isIncluded(node)) return []
      if (node.kind === Kind.FIELD) return node
      return node.kind === Kind.FRAGMENT_SPREAD ? inFragment(node.name.value) : inSet(node.selectionSet)
    })

  return fieldNodes.flatMap(({ selectionSet }) => inSet(selectionSet))
}
