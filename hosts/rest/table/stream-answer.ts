import type { Answer } from './answers.ts'
import { refOf, type Shape } from './shape.ts'

interface StreamParts {
  readonly description: string
  /** The schema of the JSON in each part of the stream. */
  readonly part: Shape
  /** An example of the body by media type, which the response may have. */
  readonly examples: Readonly<Record<string, string>>
}

/** A streaming response, which a separate route sends. */
export const stream = ({ description, part, examples }: StreamParts): Answer<unknown> => ({
  status: 200,
  description,
  schema: { type: 'string', contentSchema: { $ref: refOf(part.name) } },
  mediaTypes: Object.keys(examples),
  examples,
  shapes: [part],
  body: () => {
    throw new Error('A stream has no body of an outcome')
  },
})
