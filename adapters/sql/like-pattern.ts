import { fold } from '@shortlink/core/adapter'

/** A pattern for `like … escape '\\'` that matches folded texts containing the given text literally. */
export const toPattern = (search: string) => `%${fold(search).replace(/[\\%_]/g, '\\$&')}%`
