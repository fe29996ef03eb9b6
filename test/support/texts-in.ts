/** All texts in a JSON value. */
export const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' ? Object.values(value ?? {}).flatMap(textsIn) : []
