/**
 * The origin of a picture, for a content security policy; undefined for a URL that no page may show. URLs may have hosts with a semicolon
 * or an asterisk, which would add a directive to the policy or allow other hosts.
 */
export function pictureOrigin(url: string): string | undefined {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'https:' || parsed.username + parsed.password !== '') return undefined
  return /^[a-z0-9.-]+(?::\d+)?$/.test(parsed.host) ? parsed.origin : undefined
}
