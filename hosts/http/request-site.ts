/**
 * The relation of the page that sent a request to this site, in the words of `Sec-Fetch-Site`. Browsers leave that header out over plain http to
 * addresses other than loopback; `Origin` is compared with `Host` then. Undefined for requests with neither, such as those of programs.
 */
export function requestSite(headers: Headers): string | undefined {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site
  const origin = URL.parse(headers.get('origin') ?? '')
  if (origin === null) return undefined
  return origin.host === headers.get('host') ? 'same-origin' : 'cross-site'
}
