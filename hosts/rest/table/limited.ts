import { z } from 'zod'

/** Options of an operation whose use case has `take`: clients send `limit`, as for other lists, or `take`, its former name. */
export function limited(schema: unknown) {
  const { take, ...shape } = (schema as z.ZodObject).shape
  const of = take as z.ZodType
  return {
    input: z.object({ ...shape, limit: of, take: of.describe('Former name of `limit`, which takes precedence.') }),
    names: { take: 'limit' },
    toInput: ({ limit, take, ...given }: Readonly<Record<string, unknown>>) => ({ ...given, take: limit ?? take }),
  }
}
