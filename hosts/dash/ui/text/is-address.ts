/** Whether a text is one absolute web URL, as people paste it. The server validates it. */
export const isAddress = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)

/** A host with a dot, or this machine, with a port or without: not `tel:3000` or one word. */
const HOST = /^([^\s/?#:]+\.[^\s/?#:]+|localhost)(:\d+)?(?=[/?#]|$)/i

/** A URL as typed, with the scheme that people omit. Spaces within a web URL are escaped, as browsers do. */
export function withScheme(text: string): string {
  const typed = text.trim()
  const address = /^https?:\/\//i.test(typed) ? typed.replaceAll(' ', '%20') : typed
  return HOST.test(address) ? `https://${address}` : address
}

/** A web URL without its scheme, for display. */
export const withoutScheme = (address: string) => address.replace(/^https?:\/\//, '')
