import { type GraphQLSchema, isEnumType, isInputObjectType, isObjectType } from 'graphql'

/** Average lengths of introspection's own lists, so that a query for the whole schema costs about as much as the schema has values. */
export function introspectionSizes(schema: GraphQLSchema): Readonly<Record<string, number>> {
  const types = Object.values(schema.getTypeMap())
  const fields = types.filter(isObjectType).flatMap((type) => Object.values(type.getFields()))
  const inputFields = types.filter(isInputObjectType).flatMap((type) => Object.values(type.getFields()))
  const enumValues = types.filter(isEnumType).flatMap((type) => type.getValues())
  const args = fields.flatMap((field) => field.args)
  return {
    '__Schema.types': types.length,
    '__Schema.directives': schema.getDirectives().length,
    '__Type.fields': fields.length / types.length,
    '__Type.inputFields': inputFields.length / types.length,
    '__Type.enumValues': enumValues.length / types.length,
    '__Type.interfaces': 1,
    '__Type.possibleTypes': 1,
    '__Field.args': args.length / fields.length,
    '__Directive.args': 2,
  }
}
