/** Scheme, authority and path of a URL, without query and fragment. */
const PAGE = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#\\\s]+)([^?#]*)/i
/** A host in the form that browsers send. Normalizing other hosts costs more. */
const PLAIN_HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?$/

/**
 * Returns the page of a `Referer` as it is stored: without query, fragment, user name and password, which may contain personal data or
 * secrets, and with the host in the form that URL parsers return. Null without a page: `null`, `about:blank`.
 */
export function referringPage(referrer: string): string | null {
  const [match, scheme = '', authority = '', path = ''] = PAGE.exec(referrer) ?? []
  if (match === undefined) return null
  if (PLAIN_HOST.test(authority)) return match
  const host = plainHost(authority.slice(authority.lastIndexOf('@') + 1))
  return host === '' ? null : `${scheme}${host}${path}`
}

function plainHost(host: string): string {
  // Node reads requests as bytes, one per character; the parser reads escaped bytes as UTF-8.
  const bytes = host.replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)
  const url = URL.parse(`http://${bytes}`) ?? URL.parse(`http://${host}`)
  return (url?.host ?? host.toLowerCase()).replace(/\.(?=:\d+$|$)/, '')
}
