/** False for what Postgres cannot store, NUL, and for what cannot be sent as UTF-8, a lone surrogate. */
export const isStorable = (value: string) => value.isWellFormed() && !value.includes('\0')

/** Whether a text has at most `max` characters, as people count them: code points. */
export const hasAtMost = (max: number) => (value: string) => value.length <= 2 * max && [...value].length <= max
