import { fold } from '@shortlink/core/adapter'

const toLiteral = (text: string) => fold(text).replace(/[\\%_]/g, '\\$&')

/** A pattern for `like … escape '\\'` that matches folded texts containing the given text literally. */
export const toPattern = (search: string) => `%${toLiteral(search)}%`

/** The same for folded texts that start with the given text. */
export const toPrefixPattern = (start: string) => `${toLiteral(start)}%`
