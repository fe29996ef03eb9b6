/** A copy of the text with separate memory. V8 retains the whole source text while a slice of it is alive. */
export const detached = (text: string): string => Buffer.from(text).toString()
