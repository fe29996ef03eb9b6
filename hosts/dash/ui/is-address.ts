/** Whether a text is one absolute web address, as people paste it. The server decides what it takes. */
export const isAddress = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)

/**
 * An address as typed, with the scheme that people leave out. Digits after the colon are a port if a host is before it: `localhost:3000` has
 * no scheme, `tel:3000` has one.
 */
export function withScheme(text: string): string {
  const address = text.trim()
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(address) ?? []
  const isHost = scheme !== undefined && /\.|^localhost$/i.test(scheme) && /^\d/.test(rest)
  return address === '' || (scheme !== undefined && !isHost) ? address : `https://${address}`
}

/** A web address as people read it. */
export const withoutScheme = (address: string) => address.replace(/^https?:\/\//, '')
