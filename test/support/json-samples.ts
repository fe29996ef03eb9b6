/** The part of JSON Schema that the tools' schemas use. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly maximum?: number
}

const TEXTS: Readonly<Record<string, string>> = {
  url: 'https://example.com/',
  target: 'https://example.com/',
  fallbackTarget: 'https://example.com/closed',
  image: 'https://example.com/picture.png',
  pictureUrl: 'https://example.com/picture.png',
  startsAt: '2026-01-01T00:00:00Z',
  expiresAt: '2099-01-01T00:00:00Z',
  hostname: 'go.example.com',
  theme: 'dark',
  value: 'desktop',
  color: '#000000',
  bgColor: '#ffffff',
}

/** Objects that a tool describes in words alone. */
const OBJECTS: Readonly<Record<string, object>> = {
  colors: { background: '#ffffff', text: '#000000', button: '#000000' },
}

/**
 * Arguments that samples omit, since they exclude the used ones: an id or a slug names a link. The cursor of a link's visits names one of
 * them. `clear` names fields to remove, which samples set.
 */
const EXCLUDED_BY_IDS = ['slug', 'slugs', 'hostname', 'domainId', 'cursor', 'clear']
export const EXCLUDED_BY_SLUGS = ['id', 'ids', 'hostname', 'cursor']

/** Returns the properties of an object that a sample fills in: if several ways name links, only the properties of one way. */
export function sampledProperties({ properties = {} }: JsonSchema, excluded: readonly string[] = EXCLUDED_BY_IDS) {
  const namesLinks = ('id' in properties && 'slug' in properties) || ('ids' in properties && 'slugs' in properties)
  return Object.entries(properties).filter(([name]) => !(namesLinks && excluded.includes(name)))
}

/**
 * Returns a value that a schema accepts, with every property filled in unless another excludes it; `known` overrides some strings, by their
 * names.
 * @throws Error for an unsupported schema: add it, so that its users are tested too
 */
export function jsonSample(
  name: string,
  schema: JsonSchema,
  known: (name: string) => string | undefined = () => undefined,
  excluded?: readonly string[],
): unknown {
  if (schema.anyOf?.[0]) return jsonSample(name, schema.anyOf[0], known, excluded)
  if (schema.enum) return schema.enum[0]
  const [type] = [schema.type ?? []].flat()
  switch (type) {
    case 'object':
      if (!schema.properties && OBJECTS[name]) return OBJECTS[name]
      return Object.fromEntries(
        sampledProperties(schema, excluded).map(([name, property]) => [
          name,
          jsonSample(name, property, known, excluded),
        ]),
      )
    case 'array': {
      const item = known(name) ?? jsonSample(name, schema.items ?? {}, known, excluded)
      return [item]
    }
    case 'string':
      // Servers reject a key that was used with other arguments.
      if (name === 'idempotencyKey') return crypto.randomUUID()
      return known(name) ?? TEXTS[name] ?? `sample-${name}`
    case 'integer':
    case 'number':
      return Math.min(100, schema.maximum ?? 100)
    case 'boolean':
      // `reuse` excludes a slug, and `dryRun` has no effect.
      return name !== 'reuse' && name !== 'dryRun'
    default:
      throw new Error(`No sample is known for ${name}: ${JSON.stringify(schema)}`)
  }
}
