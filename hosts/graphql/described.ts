import { z } from 'zod'

/** GraphQL's type of each argument of a use case; `name: type` if GraphQL has another name for it. */
type FieldTypes<Shape> = { readonly [Name in keyof Shape]?: string }

/** SDL of arguments or input fields, with core's descriptions of the use case's arguments. */
export const fieldsOf = <Shape extends z.ZodRawShape>(input: z.ZodObject<Shape>, types: FieldTypes<Shape>): string =>
  Object.entries<string>(types as Record<string, string>)
    .map(([name, type]) => {
      const description = descriptionOf(input.shape[name])
      return `${JSON.stringify(description)}\n${type.includes(':') ? type : `${name}: ${type}`}`
    })
    .join('\n')

const descriptionOf = (schema: unknown): string | undefined => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return schema.description ?? descriptionOf(schema.unwrap())
  }
  return (schema as z.ZodType).description
}
