/** What tools' schemas use of JSON Schema. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
}

const TEXTS: Readonly<Record<string, string>> = {
  url: 'https://example.com/',
  target: 'https://example.com/',
  hostname: 'go.example.com',
  theme: 'dark',
  type: 'country',
  value: 'IT',
}

/**
 * A value that a schema accepts, with every property filled in; `known` answers for some strings, by their names.
 * @throws Error for a schema that it does not know how to fill: teach it, so that what takes it is tested too
 */
export function jsonSample(
  name: string,
  schema: JsonSchema,
  known: (name: string) => string | undefined = () => undefined,
): unknown {
  if (schema.anyOf?.[0]) return jsonSample(name, schema.anyOf[0], known)
  if (schema.enum) return schema.enum[0]
  const [type] = [schema.type ?? []].flat()
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, jsonSample(name, property, known)]),
      )
    case 'array': {
      const item = known(name) ?? jsonSample(name, schema.items ?? {}, known)
      return [item]
    }
    case 'string':
      return known(name) ?? TEXTS[name] ?? `sample-${name}`
    case 'integer':
    case 'number':
      return 100
    case 'boolean':
      return true
    default:
      throw new Error(`No sample is known for ${name}: ${JSON.stringify(schema)}`)
  }
}
