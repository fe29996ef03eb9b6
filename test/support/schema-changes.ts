import type { JsonSchema } from '../../hosts/rest/table/json-schema.ts'

/** Whether clients send or receive the values of a schema. */
export type Use = 'input' | 'output'

type Schemas = Readonly<Record<string, JsonSchema>>
type Bound = 'minimum' | 'minLength' | 'minItems' | 'maximum' | 'maxLength' | 'maxItems'

const LOWER: readonly Bound[] = ['minimum', 'minLength', 'minItems']
const UPPER: readonly Bound[] = ['maximum', 'maxLength', 'maxItems']

/** Returns a function that describes each change of a schema that could break a client, with its place. */
export function schemaComparison(before: Schemas, now: Schemas) {
  /** Pairs under comparison: schemas may contain themselves. */
  const open = new Set<string>()

  return function compare(place: string, old: JsonSchema, present: JsonSchema, use: Use): readonly string[] {
    const pair = `${old.$ref} ${present.$ref} ${use}`
    if (old.$ref && open.has(pair)) return []
    open.add(pair)
    const [olds, presents] = [alternatives(old, before), alternatives(present, now)]
    // A server must accept all earlier values, and must not send new kinds of values.
    const changes =
      use === 'input'
        ? olds.flatMap((one) => fewest(presents.map((other) => alternative(place, one, other, use))))
        : presents.flatMap((other) => fewest(olds.map((one) => alternative(place, one, other, use))))
    open.delete(pair)
    return changes

    function alternative(place: string, old: JsonSchema, present: JsonSchema, use: Use): readonly string[] {
      if (!isSameType(old, present, use)) return [`${place}: ${mismatch(old, present, use)}`]
      return [
        ...members(place, old, present, use),
        ...(old.items && present.items ? compare(`${place}[]`, old.items, present.items, use) : []),
        ...(old.format === present.format ? [] : [`${place}: format ${old.format} is now ${present.format}`]),
        ...(use === 'input' ? narrower(place, old, present) : []),
      ]
    }

    function members(place: string, old: JsonSchema, present: JsonSchema, use: Use): readonly string[] {
      const { properties: were = {}, required: needed = [] } = old
      const { properties: are = {}, required = [] } = present
      const [first, second] = use === 'input' ? [required, needed] : [needed, required]
      const how = use === 'input' ? 'is now required' : 'is no longer always present'
      return [
        ...Object.keys(were).flatMap((name) => (name in are ? [] : [`${place}.${name} is removed`])),
        ...first.filter((name) => name in are && !second.includes(name)).map((name) => `${place}.${name} ${how}`),
        ...Object.entries(were).flatMap(([name, schema]) =>
          are[name] ? compare(`${place}.${name}`, schema, are[name], use) : [],
        ),
        ...(typeof old.additionalProperties === 'object' && typeof present.additionalProperties === 'object'
          ? compare(`${place}.*`, old.additionalProperties, present.additionalProperties, use)
          : []),
      ]
    }
  }
}

/** The alternatives of a schema, each with one type. */
function alternatives({ $ref, ...schema }: JsonSchema, schemas: Schemas): readonly JsonSchema[] {
  if ($ref) return alternatives(schemas[$ref.replace(/.*\//, '')] ?? {}, schemas)
  const { anyOf, type, ...rest } = schema
  if (anyOf) return anyOf.flatMap((one) => alternatives({ ...rest, ...one }, schemas))
  return typeof type === 'object' ? type.map((one) => ({ ...rest, type: one })) : [schema]
}

const fewest = (found: readonly (readonly string[])[]) =>
  found.toSorted((one, other) => one.length - other.length)[0] ?? []

const mismatch = (old: JsonSchema, present: JsonSchema, use: Use) =>
  use === 'input' ? `type ${old.type ?? 'any'} is no longer accepted` : `may now be ${present.type ?? 'any'}`

function isSameType(old: JsonSchema, present: JsonSchema, use: Use): boolean {
  const [narrow, wide] = use === 'input' ? [old.type, present.type] : [present.type, old.type]
  return narrow === wide || wide === undefined || (narrow === 'integer' && wide === 'number')
}

/** Values of a request that are no longer accepted. */
function narrower(place: string, old: JsonSchema, present: JsonSchema): readonly string[] {
  const values = valuesOf(present)
  const lost = (valuesOf(old) ?? (values && ['other values']) ?? []).filter(
    (value) => values && !values.includes(value),
  )
  return [
    ...lost.map((value) => `${place}: ${value} is no longer accepted`),
    ...(present.pattern && present.pattern !== old.pattern
      ? [`${place}: pattern ${old.pattern} is now ${present.pattern}`]
      : []),
    ...LOWER.filter((name) => (present[name] ?? -Infinity) > (old[name] ?? -Infinity)).map((name) => bound(name)),
    ...UPPER.filter((name) => (present[name] ?? Infinity) < (old[name] ?? Infinity)).map((name) => bound(name)),
  ]

  function bound(name: Bound) {
    return `${place}: ${name} ${old[name]} is now ${present[name]}`
  }
}

const valuesOf = ({ enum: values, const: value }: JsonSchema) => values ?? (value === undefined ? undefined : [value])
