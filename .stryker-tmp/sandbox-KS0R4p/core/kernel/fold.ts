/** What is the same to whoever searches or signs in, whatever the case or the width of its letters. */
export const fold = (text: string) => text.normalize('NFKC').toLowerCase()
