import { err, ok, type Result } from 'neverthrow'
import type { z } from 'zod'
import { inputSchema, type JsonSchema } from './json-schema.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An invalid part of a request: its place, as a JSON pointer into the body or the name of a parameter, and the error. */
export interface Fault {
  readonly pointer?: string
  readonly parameter?: string
  readonly detail: string
}

/** The input that a client sent, by the use case's names. */
export type Given = Readonly<Record<string, unknown>>

/** Reads the parts of a request that one operation accepts. */
export interface InputReader {
  /** Whether the operation takes a body instead of a query. */
  readonly hasBody: boolean
  /** The schema of the body, or of all query parameters. */
  readonly schema: JsonSchema
  /** The names of path parameters, in order, and their schemas. */
  readonly pathParameters: readonly PathParameter[]
  readPath(values: readonly string[]): Given
  readQuery(query: URLSearchParams): Result<Given, Fault[]>
  readBody(body: unknown): Result<Given, Fault[]>
  /** Where a member of the use case's input stands in the request. */
  placeOf(path: string): Omit<Fault, 'detail'>
}

interface PathParameter {
  readonly name: string
  readonly schema: JsonSchema
}

export function inputReader(
  path: string,
  input: z.ZodObject,
  renamed: Readonly<Record<string, string>>,
  shownNames: Readonly<Record<string, string>>,
  hasBody: boolean,
): InputReader {
  const whole = inputSchema(input)
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const inCore = names.map((name) => renamed[name] ?? name)
  const schema = without(whole, inCore)
  return {
    hasBody,
    schema,
    pathParameters: names.map((name, at) => ({ name, schema: plain(whole.properties?.[inCore[at] ?? name] ?? {}) })),
    readPath: (values) => Object.fromEntries(values.map((value, at) => [inCore[at], value])),
    readQuery: (query) => readQuery(query, hasBody ? {} : schema),
    readBody: (body) => readBody(body, schema),
    placeOf(path) {
      const [first = ''] = path.split('.')
      const at = inCore.indexOf(first)
      if (at >= 0) return { parameter: names[at] as string }
      return hasBody ? { pointer: `/${path.replaceAll('.', '/')}` } : { parameter: shownNames[first] ?? first }
    },
  }
}

/** The schema without these members. */
function without({ properties = {}, required = [], ...rest }: JsonSchema, names: readonly string[]): JsonSchema {
  const kept = Object.entries(properties).filter(([name]) => !names.includes(name))
  const needed = required.filter((name) => !names.includes(name))
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(kept),
    ...(needed.length > 0 && { required: needed }),
  }
}

/** The schema of a value that is not null. */
export function plain(schema: JsonSchema): JsonSchema {
  const { anyOf, type, ...rest } = schema
  const value = anyOf?.find((option) => option.type !== 'null')
  if (value) return { ...plain(value), ...rest }
  const present = Array.isArray(type) ? type.find((name) => name !== 'null') : type
  return { ...rest, ...(present !== undefined && { type: present as string }) }
}

const MAX_QUOTED = 100
const quoted = (name: string) => JSON.stringify(name.slice(0, MAX_QUOTED))

function readQuery(query: URLSearchParams, { properties = {} }: JsonSchema): Result<Given, Fault[]> {
  const given: Record<string, unknown> = {}
  const faults: Fault[] = []
  for (const name of new Set(query.keys())) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (schema === undefined) {
      faults.push({ parameter: name.slice(0, MAX_QUOTED), detail: unknownName('parameter', name, properties) })
      continue
    }
    const values = query.getAll(name)
    const kind = plain(schema)
    if (kind.type === 'array' && kind.items?.type !== 'object') given[name] = values
    else if (values.length > 1) faults.push({ parameter: name, detail: `${name} must not be repeated` })
    else if (kind.enum && !kind.enum.includes(values[0] as string))
      faults.push({ parameter: name, detail: `${name} must be one of ${kind.enum.join(', ')}` })
    else given[name] = parameterValue(values[0] as string, kind, schema)
  }
  return faults.length > 0 ? err(faults) : ok(given)
}

/** The value of a parameter. Text that does not fit the type stays text, and the use case returns its error. */
function parameterValue(text: string, kind: JsonSchema, schema: JsonSchema): unknown {
  if (kind.type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : text
  if (kind.type === 'boolean') return readWord(text, acceptsNull(schema))
  if (kind.type === 'array' || kind.type === 'object') return readJson(text)
  return text
}

function readWord(text: string, isNullable: boolean): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return isNullable && text === 'null' ? null : text
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Whether null is a value of the schema. */
export const acceptsNull = ({ type, anyOf }: JsonSchema) =>
  (Array.isArray(type) && type.includes('null')) || (anyOf ?? []).some((option) => option.type === 'null')

const unknownName = (what: string, name: string, properties: Readonly<Record<string, unknown>>) => {
  const known = Object.keys(properties)
  return `Unknown ${what} ${quoted(name)}; ${known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`}`
}

function readBody(body: unknown, schema: JsonSchema): Result<Given, Fault[]> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return err([{ pointer: '', detail: 'The body must be a JSON object' }])
  }
  const faults = [...unknownMembers(body, schema, '')]
  return faults.length > 0 ? err(faults) : ok(body as Given)
}

/** Faults of one request to report; more would only repeat a mistake of the client. */
const MAX_FAULTS = 20

/** Finds members, at any depth, that the schema does not have. */
function* unknownMembers(value: unknown, schema: JsonSchema, pointer: string): Generator<Fault> {
  const { properties, items } = plain(schema)
  if (Array.isArray(value) && items) {
    for (const [at, item] of value.entries()) yield* unknownMembers(item, items, `${pointer}/${at}`)
  } else if (properties && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [name, member] of Object.entries(value)) {
      const below = `${pointer}/${name.slice(0, MAX_QUOTED).replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (Object.hasOwn(properties, name)) yield* unknownMembers(member, properties[name] as JsonSchema, below)
      else yield { pointer: below, detail: unknownName('member', name, properties) }
    }
  }
}

/** The faults that a response reports. */
export const reported = (faults: readonly Fault[]): readonly Fault[] => faults.slice(0, MAX_FAULTS)
