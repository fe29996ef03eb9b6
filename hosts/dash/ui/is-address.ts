/** Whether a text is one absolute web address, as people paste it. The server decides what it takes. */
export const isAddress = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
