/** False for NUL, which Postgres cannot store, and for lone surrogates, which UTF-8 cannot encode. */
export const isStorable = (value: string) => value.isWellFormed() && !value.includes('\0')

/** Whether a text has at most `max` characters, as people count them: code points. */
export const hasAtMost = (max: number) => (value: string) => value.length <= 2 * max && [...value].length <= max
