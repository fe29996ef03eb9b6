/** The query of a request's URL, without the question mark. Unlike `URL`, it accepts any host, since clients choose the host. */
export function queryOf({ url }: Request): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}
