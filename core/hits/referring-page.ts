/** Scheme, authority and path of an address in front of its query and fragment. */
const PAGE = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#\\\s]+)([^?#]*)/i
/** A host as browsers send it. Others are brought into that form, which costs more. */
const PLAIN_HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?$/

/**
 * The page that a `Referer` names, as it is kept: without query, fragment, user name and password, which may contain personal data or
 * secrets, and with the host as URL parsers give it. Null if it names none: `null`, `about:blank`.
 */
export function referringPage(referrer: string): string | null {
  const [match, scheme = '', authority = '', path = ''] = PAGE.exec(referrer) ?? []
  if (match === undefined) return null
  if (PLAIN_HOST.test(authority)) return match
  const host = plainHost(authority.slice(authority.lastIndexOf('@') + 1))
  return host === '' ? null : `${scheme}${host}${path}`
}

function plainHost(host: string): string {
  // Requests are read as bytes, one a character, which the parser takes for UTF-8 once they are escaped.
  const bytes = host.replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)
  const url = URL.parse(`http://${bytes}`) ?? URL.parse(`http://${host}`)
  return (url?.host ?? host.toLowerCase()).replace(/\.(?=:\d+$|$)/, '')
}
