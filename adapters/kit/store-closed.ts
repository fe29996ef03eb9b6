/** The error of a call that a closed store refuses, or one that was waiting when the store closed: a bug of the caller. */
export const storeClosed = (): Error => new Error('The store is closed')
