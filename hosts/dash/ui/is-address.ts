/** Whether a text is one absolute web URL, as people paste it. The server validates it. */
export const isAddress = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)

/** A host with a dot, or this machine, with a port or without: not `tel:3000` or one word. */
const HOST = /^([^\s/?#:]+\.[^\s/?#:]+|localhost)(:\d+)?(?=[/?#]|$)/i

/** An address as typed, with the scheme that people leave out. */
export function withScheme(text: string): string {
  const address = text.trim()
  return HOST.test(address) ? `https://${address}` : address
}

/** A web address as people read it. */
export const withoutScheme = (address: string) => address.replace(/^https?:\/\//, '')
