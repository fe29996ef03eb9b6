/** Normalised form (NFKC, lower case) for search and for unique e-mail addresses. */
export const fold = (text: string) => text.normalize('NFKC').toLowerCase()
