/** Whether a text is formed as a slug. Whether it is free only the server knows. */
export const isSlug = (text: string) => /^[\w-]{1,100}$/.test(text)
