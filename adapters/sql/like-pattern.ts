import { fold } from '@shortlink/core/adapter'

/** The pattern of `like … escape '\\'` for folded texts that contain the given one, in which nothing is special. */
export const toPattern = (search: string) => `%${fold(search).replace(/[\\%_]/g, '\\$&')}%`
