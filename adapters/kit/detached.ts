/** A copy of the text with memory of its own. V8 keeps the whole text that a part was cut from for as long as the part is kept. */
export const detached = (text: string): string => Buffer.from(text).toString()
