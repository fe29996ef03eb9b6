import { type JsonSchema, jsonSample, sampledProperties } from './json-samples.ts'

/** Arguments that name links alone; other arguments need one of them as well. */
const EXCLUSIVE = ['id', 'ids', 'slug', 'slugs']

/** The path of names to a place in a tool's arguments. */
export type ToolPlace = readonly string[]

/** Returns every place in a tool's arguments that takes a text. */
export function toolTextPlaces(schema: JsonSchema): ToolPlace[] {
  if (schema.anyOf?.[0]) return toolTextPlaces(schema.anyOf[0])
  const [type] = [schema.type ?? []].flat()
  if (type === 'array') return toolTextPlaces(schema.items ?? {})
  if (type === 'string') return [[]]
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    toolTextPlaces(inner).map((place) => [name, ...place]),
  )
}

/** Returns arguments with the text in its place and samples elsewhere. */
export function withText(schema: JsonSchema, [name, ...rest]: ToolPlace, text: string): unknown {
  if (schema.anyOf?.[0]) return withText(schema.anyOf[0], name === undefined ? [] : [name, ...rest], text)
  const [type] = [schema.type ?? []].flat()
  if (type === 'array') return [withText(schema.items ?? {}, name === undefined ? [] : [name, ...rest], text)]
  if (name === undefined) return text
  const properties = schema.properties ?? {}
  const way = name === 'hostname' || name === 'domainId' ? ['slug', 'slugs'] : ['id', 'ids']
  const namesLinks = !EXCLUSIVE.includes(name) && sampledProperties(schema).length < Object.keys(properties).length
  const asked = Object.entries(properties).filter(
    ([key]) => key === name || schema.required?.includes(key) || (namesLinks && way.includes(key)),
  )
  return Object.fromEntries(
    asked.map(([key, inner]) => [key, key === name ? withText(inner, rest, text) : jsonSample(key, inner)]),
  )
}
