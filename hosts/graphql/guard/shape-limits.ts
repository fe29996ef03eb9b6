import {
  type DirectiveNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { tooComplex } from '../limits/token-limits.ts'

const MAX_DEPTH = 10
const MAX_SELECTIONS = 1000
/** Validation compares all fields of one name in one selection, with everything below them, so these multiply its work. */
const MAX_REPEATS = 50
const MAX_ALIASES = 15
const MAX_DIRECTIVES = 50
const MAX_OPERATIONS = 20
const MAX_FRAGMENTS = 100
/** Maximum number of descents from a type to its members to their types: one in the standard query, infinitely many in a cycle. */
const MAX_INTROSPECTION = 2

const MEMBER_LISTS = new Set(['fields', 'inputFields', 'interfaces', 'possibleTypes'])

/** The depth of a selection set, through fragments. */
interface Reach {
  readonly depth: number
  readonly introspection: number
}

const NOTHING: Reach = { depth: 0, introspection: 0 }

/**
 * Bounds the size of a parsed query before its validation, in one pass: each fragment is visited once, at any number of spreads.
 * @throws GraphQLError with the code QUERY_TOO_COMPLEX
 */
export function checkShape(document: DocumentNode): void {
  new ShapeCheck(document).run()
}

class ShapeCheck {
  readonly #document: DocumentNode
  readonly #fragments = new Map<string, FragmentDefinitionNode>()
  readonly #reaches = new Map<string, Reach>()
  readonly #aliases = new Map<string, number>()
  #selections = 0
  #repeats = 0
  #directives = 0

  constructor(document: DocumentNode) {
    this.#document = document
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(definition.name.value, definition)
    }
  }

  run() {
    const { definitions } = this.#document
    const operations = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    if (operations.length > MAX_OPERATIONS) throw tooComplex(`it has more than ${MAX_OPERATIONS} operations`)
    if (this.#fragments.size > MAX_FRAGMENTS) throw tooComplex(`it has more than ${MAX_FRAGMENTS} fragments`)
    for (const definition of definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.#fragment(definition.name.value)
      if (definition.kind === Kind.OPERATION_DEFINITION) this.#operation(definition)
    }
  }

  #operation({ variableDefinitions = [], directives, selectionSet }: OperationDefinitionNode) {
    this.#countDirectives(directives)
    for (const variable of variableDefinitions) this.#countDirectives(variable.directives)
    this.#selectionSet(selectionSet)
  }

  /** A fragment that is being looked at already is a circle, which validation refuses. */
  #fragment(name: string): Reach {
    const known = this.#reaches.get(name)
    const fragment = this.#fragments.get(name)
    if (known || !fragment) return known ?? NOTHING
    this.#reaches.set(name, NOTHING)
    this.#countDirectives(fragment.directives)
    const reach = this.#selectionSet(fragment.selectionSet)
    this.#reaches.set(name, reach)
    return reach
  }

  #selectionSet(set: SelectionSetNode, names = new Set<string>()): Reach {
    let { depth, introspection } = NOTHING
    for (const selection of set.selections) {
      this.#selections += 1
      if (this.#selections > MAX_SELECTIONS) throw tooComplex(`it selects more than ${MAX_SELECTIONS} fields`)
      this.#countDirectives(selection.directives)
      const reach = this.#selection(selection, names)
      depth = Math.max(depth, reach.depth)
      introspection = Math.max(introspection, reach.introspection)
    }
    if (depth > MAX_DEPTH) throw tooComplex(`it is deeper than ${MAX_DEPTH} fields`)
    if (introspection > MAX_INTROSPECTION) throw tooComplex('its introspection is circular')
    return { depth, introspection }
  }

  #selection(selection: SelectionNode, names: Set<string>): Reach {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      // Validation compares the contents of neighbouring fragments too.
      this.#countRepeat(names, '...')
      return this.#fragment(selection.name.value)
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) return this.#selectionSet(selection.selectionSet, names)
    const { name, alias, selectionSet } = selection
    this.#countRepeat(names, alias?.value ?? name.value)
    if (alias && count(this.#aliases, name.value) > MAX_ALIASES) {
      throw tooComplex(`it has more than ${MAX_ALIASES} aliases of ${name.value}`)
    }
    const { depth, introspection } = selectionSet ? this.#selectionSet(selectionSet) : NOTHING
    return {
      // The standard introspection query unwraps types nine deep, each step a single object.
      depth: depth + (name.value === 'ofType' ? 0 : 1),
      introspection: introspection + (MEMBER_LISTS.has(name.value) ? 1 : 0),
    }
  }

  #countRepeat(names: Set<string>, name: string) {
    if (names.has(name)) this.#repeats += 1
    names.add(name)
    if (this.#repeats > MAX_REPEATS) throw tooComplex(`it repeats fields or fragments more than ${MAX_REPEATS} times`)
  }

  #countDirectives(directives: readonly DirectiveNode[] = []) {
    this.#directives += directives.length
    if (this.#directives > MAX_DIRECTIVES) throw tooComplex(`it has more than ${MAX_DIRECTIVES} directives`)
  }
}

function count(counts: Map<string, number>, name: string): number {
  const next = (counts.get(name) ?? 0) + 1
  counts.set(name, next)
  return next
}
