import type { Operation } from '../openapi/document.ts'
import type { JsonSchema } from '../table/json-schema.ts'

/** Values of examples by the name of the member; others follow from the type. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  target: 'https://example.com/a/long/way',
  url: 'https://example.com/hook',
  hostname: 'go.example.com',
  slug: 'summer',
  label: 'My script',
  name: 'Summer',
  theme: 'auto',
  events: ['link.created'],
  ignoredAddresses: ['192.0.2.1'],
}

/** A curl command for an operation. Parameters of the path are shell variables, so that the command works once they are set. */
export function curlOf(
  method: string,
  path: string,
  { requestBody, parameters, security }: Operation,
  server: string,
): string {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema = {} }) => `${name}=${String(exampleOf(name, schema))}`)
    .join('&')
  const url = `${server}${path.replace(/\{(\w+)\}/g, (_, name: string) => `$${variableOf(name)}`)}${query && `?${query}`}`
  const body = requestBody?.content['application/json']?.schema
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${url}"`,
    ...(needsKey(security) ? ['-H "x-api-key: $SHORTLINK_API_KEY"'] : []),
    ...(body ? ["-H 'content-type: application/json'", `-d '${JSON.stringify(exampleBody(body))}'`] : []),
  ].join(' \\\n  ')
}

/** False for an operation that anyone may call, and that depends on no scope. */
const needsKey = (security: Operation['security']) =>
  security.every((one) => Object.values(one).some((scopes) => scopes.length > 0)) ||
  !security.some((one) => Object.keys(one).length === 0)

/** `linkId` becomes `LINK_ID`. */
const variableOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

function exampleBody({ properties = {}, required = [] }: JsonSchema): Readonly<Record<string, unknown>> {
  const [first] = Object.keys(properties)
  const names = required.length > 0 ? required : [first].filter((name) => name !== undefined)
  return Object.fromEntries(names.map((name) => [name, exampleOf(name, properties[name] ?? {})]))
}

function exampleOf(name: string, schema: JsonSchema): unknown {
  if (name in EXAMPLES) return EXAMPLES[name]
  const { type, anyOf, items, properties } = schema
  if (schema.enum) return schema.enum[0]
  if (anyOf) return exampleOf(name, anyOf[0] ?? {})
  if (type === 'array') return [exampleOf(name, items ?? {})]
  if (properties) return exampleBody(schema)
  if (type === 'integer') return schema.minimum ?? 1
  return type === 'boolean' ? true : 'text'
}
