/** Normalised form (NFKC, lower case) for search and for unique email addresses. */
export const fold = (text: string) => text.normalize('NFKC').toLowerCase()
