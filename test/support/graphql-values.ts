import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'

type Asked = Pick<GraphQLArgument | GraphQLInputField, 'name' | 'type'>

const DAY_MS = 24 * 60 * 60_000

/** Values that operations accept, by the name of the argument or field. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  target: 'https://example.com/',
  url: 'https://example.com/',
  email: 'owner@example.com',
  hostname: 'go.example.com',
  type: 'country',
  value: 'IT',
  theme: 'dark',
  event: 'link.created',
  events: ['link.created'],
  startsAt: '2099-01-01T00:00:00Z',
  expiresAt: '2100-01-01T00:00:00Z',
  fallbackTarget: 'https://example.com/',
  image: 'https://example.com/image.png',
  pictureUrl: 'https://example.com/picture.png',
  text: '#102030',
  background: '#ffffff',
  button: '#ffcc00',
  redirectStatus: 301,
  color: 'red',
  timeZone: 'Europe/Rome',
  from: new Date(Date.now() - DAY_MS).toISOString(),
  to: new Date(Date.now() + DAY_MS).toISOString(),
  date: '2026-05-01',
  fromDate: '2026-05-01',
  toDate: '2026-05-31',
  createdFrom: new Date(Date.now() - DAY_MS).toISOString(),
  createdTo: new Date(Date.now() + DAY_MS).toISOString(),
  origins: ['https://example.com'],
  bgColor: '#ffffff',
  ecc: 'M',
  logo: 'data:image/png;base64,AAAA',
  scopes: ['links:read'],
  targetHosts: ['example.com'],
  // It excludes a slug.
  reuse: false,
  program: 'shortlink',
  acceptedLosses: ['password'],
}
const SCALARS: Readonly<Record<string, (name: string) => unknown>> = {
  ID: () => '00000000-0000-7000-8000-000000000000',
  String: (name) => `sample-${name}`,
  Int: () => 1,
  Float: () => 1,
  Boolean: () => true,
}

/**
 * Returns a value that the schema accepts for an argument or field, with every field filled in; `known` overrides some of them.
 * @throws Error for an unsupported type: add it, so that its users are tested too
 */
export function sampleOf({ name, type }: Asked, known: (asked: Asked) => unknown = () => undefined): unknown {
  const given = known({ name, type }) ?? SAMPLES[name]
  if (given !== undefined) return given
  const bare = getNullableType(type) as GraphQLInputType
  if (isListType(bare)) return [sampleOf({ name, type: bare.ofType }, known)]
  if (isInputObjectType(bare)) {
    return Object.fromEntries(Object.values(bare.getFields()).map((field) => [field.name, sampleOf(field, known)]))
  }
  if (isEnumType(bare)) return bare.getValues()[0]?.name
  const scalar = SCALARS[String(bare)]
  if (scalar === undefined) throw new Error(`No sample is known for ${name}: ${type}`)
  return scalar(name)
}

/** Selects every field without arguments, to the given depth; '' for types without fields. */
export function selectionOf(type: GraphQLOutputType, depth = 3): string {
  const named = getNamedType(type)
  if (!isObjectType(named) && !isInterfaceType(named)) return ''
  const fields = Object.values(named.getFields())
    .filter((field) => !field.args.some(isRequiredArgument))
    .map((field) => {
      const inner = selectionOf(field.type, depth - 1)
      const isLeaf = !isObjectType(getNamedType(field.type))
      return isLeaf ? field.name : depth > 1 && inner !== '' ? `${field.name} ${inner}` : ''
    })
  return `{ __typename ${fields.join(' ')} }`
}
