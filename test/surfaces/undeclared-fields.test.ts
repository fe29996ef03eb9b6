import { type GraphQLArgument, type GraphQLField, getNamedType, isInputObjectType } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { schema } from '../../hosts/graphql/schema.ts'
import { allTools } from '../../hosts/mcp/tools/tools.ts'
import { rawClient, toolCall } from '../hosts/mcp/client.ts'
import { newAccount } from '../support/api.ts'
import { sampleOf, selectionOf } from '../support/graphql-values.ts'
import { type JsonSchema, jsonSample } from '../support/json-samples.ts'
import { useTestServer } from '../support/server.ts'

/** What records have, or what programs have looked for in them, and no caller may set. */
const FIELDS = [
  'owner',
  'ownerId',
  'userId',
  'user',
  'accountId',
  'createdAt',
  'updatedAt',
  'hitCount',
  'hits',
  'isAdmin',
  'admin',
  'role',
  'plan',
  'verified',
  'secret',
  'passwordHash',
  'epoch',
  '__proto__',
  'constructor',
] as const

interface Place {
  readonly operation: string
  readonly argument: GraphQLArgument
  readonly field: GraphQLField<unknown, unknown>
  readonly kind: 'query' | 'mutation'
}

const places: Place[] = [
  { kind: 'query' as const, type: schema.getQueryType() },
  { kind: 'mutation' as const, type: schema.getMutationType() },
].flatMap(({ kind, type }) =>
  Object.values(type?.getFields() ?? {}).flatMap((field) =>
    field.args
      .filter((argument) => isInputObjectType(getNamedType(argument.type)))
      .map((argument) => ({ operation: `${field.name}(${argument.name})`, kind, field, argument })),
  ),
)

/** Copies of a value with the field added to one of the objects in it, for each of them. */
function* withField(value: unknown, name: string): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const item of withField(value[0], name)) yield [item]
  } else if (typeof value === 'object' && value !== null) {
    // Assigned, `__proto__` would be no field.
    yield Object.defineProperty({ ...value }, name, { value: 'x', enumerable: true })
    for (const [key, inner] of Object.entries(value)) {
      for (const changed of withField(inner, name)) yield { ...value, [key]: changed }
    }
  }
}

describe('fields that are not declared', () => {
  const server = useTestServer()
  let me: Awaited<ReturnType<typeof newAccount>>
  beforeAll(async () => {
    me = await newAccount(server.url)
  })

  it('the test covers every input type', () => {
    const tried = new Set(places.flatMap(({ argument }) => inputTypesIn(argument)))
    const declared = Object.values(schema.getTypeMap()).filter(isInputObjectType)
    expect(declared.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
  })

  it.each(places)('an undeclared field is refused in $operation', async ({ kind, field, argument }) => {
    const rest = field.args.filter((other) => other !== argument).map((other) => [other.name, sampleOf(other)] as const)
    const query = `${kind} (${field.args.map(({ name, type }) => `$${name}: ${type}`)}) {
      ${field.name}(${field.args.map(({ name }) => `${name}: $${name}`)}) ${selectionOf(field.type, 1)}
    }`
    for (const name of FIELDS) {
      for (const value of withField(sampleOf(argument), name)) {
        const { errors } = await me.ask(query, { ...Object.fromEntries(rest), [argument.name]: value })
        expect([name, errors.map(({ extensions }) => extensions.code)]).toEqual([name, ['BAD_USER_INPUT']])
      }
    }
  })

  it('an undeclared argument is refused by every operation', async () => {
    const codes: unknown[] = []
    for (const [kind, type] of [
      ['query', schema.getQueryType()],
      ['mutation', schema.getMutationType()],
    ] as const) {
      for (const { name } of Object.values(type?.getFields() ?? {})) {
        const { errors } = await me.ask(`${kind} { ${name}(isAdmin: true) }`)
        codes.push(...errors.map(({ extensions }) => extensions.code).filter((code) => code !== 'BAD_USER_INPUT'))
        expect(errors.length).toBeGreaterThan(0)
      }
    }
    expect(new Set(codes)).toEqual(new Set(['GRAPHQL_VALIDATION_FAILED']))
  })

  it('an undeclared argument is refused by every tool', async () => {
    const { data } = await me.ask('mutation { createApiKey(label: "mine") { secret } }')
    const { send } = await rawClient(`${server.url}/mcp?toolsets=all`, data.createApiKey.secret).open()
    for (const { listed } of allTools) {
      const sample = jsonSample('', listed.inputSchema as JsonSchema)
      for (const name of FIELDS) {
        for (const value of withField(sample, name)) {
          const answer = await (await send(toolCall(listed.name, value as object))).json()
          const text = (answer as { result: { content: { text: string }[] } }).result.content[0]?.text ?? ''
          expect([listed.name, name, text]).toEqual([listed.name, name, expect.stringMatching(/^{"error":"/)])
        }
      }
    }
  })
})

function inputTypesIn({ type }: Pick<GraphQLArgument, 'type'>): string[] {
  const named = getNamedType(type)
  return isInputObjectType(named) ? [named.name, ...Object.values(named.getFields()).flatMap(inputTypesIn)] : []
}
