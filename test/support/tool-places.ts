import { type JsonSchema, jsonSample } from './json-samples.ts'

/** The names that lead to a place in a tool's arguments. */
export type ToolPlace = readonly string[]

/** Every place in a tool's arguments that takes a text. */
export function toolTextPlaces(schema: JsonSchema): ToolPlace[] {
  if (schema.anyOf?.[0]) return toolTextPlaces(schema.anyOf[0])
  const [type] = [schema.type ?? []].flat()
  if (type === 'array') return toolTextPlaces(schema.items ?? {})
  if (type === 'string') return [[]]
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    toolTextPlaces(inner).map((place) => [name, ...place]),
  )
}

/** Arguments with the text in its place and samples elsewhere. */
export function withText(schema: JsonSchema, [name, ...rest]: ToolPlace, text: string): unknown {
  if (schema.anyOf?.[0]) return withText(schema.anyOf[0], name === undefined ? [] : [name, ...rest], text)
  const [type] = [schema.type ?? []].flat()
  if (type === 'array') return [withText(schema.items ?? {}, name === undefined ? [] : [name, ...rest], text)]
  if (name === undefined) return text
  const asked = Object.entries(schema.properties ?? {}).filter(
    ([key]) => key === name || schema.required?.includes(key),
  )
  return Object.fromEntries(
    asked.map(([key, inner]) => [key, key === name ? withText(inner, rest, text) : jsonSample(key, inner)]),
  )
}
