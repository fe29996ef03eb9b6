/** At most 253 characters, in labels of 1 to 63 letters, digits and inner hyphens (RFC 1123, 2.1). */
const NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/** The normal form of a hostname, as stored and compared; `undefined` for other text, IP addresses included. */
export function normalizeHostname(value: string): string | undefined {
  // Reject anything the URL parser would treat as path, port, credentials or escape.
  if (/[\s/?#@:\\%]/.test(value)) return undefined
  const address = `http://${value.replace(/\.$/, '')}/`
  if (!URL.canParse(address)) return undefined
  const { hostname } = new URL(address)
  return NAME.test(hostname) ? hostname : undefined
}
