/**
 * The relation of the page that sent a request to this site, in the words of `Sec-Fetch-Site`. Browsers omit that header over plain http to
 * hosts other than loopback; then this compares `Origin` with `Host`. Undefined for requests with neither, such as requests of API clients.
 */
export function requestSite(headers: Headers): string | undefined {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site
  const origin = URL.parse(headers.get('origin') ?? '')
  if (origin === null) return undefined
  return origin.host === headers.get('host') ? 'same-origin' : 'cross-site'
}
