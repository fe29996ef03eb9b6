import type { Answer } from './answers.ts'

/** A streaming response, which a separate route sends. */
export const stream = (mediaTypes: readonly string[], description: string): Answer<unknown> => ({
  status: 200,
  description,
  schema: { type: 'string' },
  mediaTypes,
  shapes: [],
  body: () => {
    throw new Error('A stream has no body of an outcome')
  },
})
