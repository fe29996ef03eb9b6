/**
 * Whether a browser says that a page of another site sent the request. Over plain http by address browsers leave `Sec-Fetch-Site` out; then
 * `Origin` counts, unless it is `null` or left out. Programs send neither.
 */
export function isFromOtherSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'cross-site'
  const origin = URL.parse(headers.get('origin') ?? '')
  return origin !== null && origin.host !== headers.get('host')
}
