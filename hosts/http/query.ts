/** The query of a request's address, without the question mark. Unlike `URL`, it accepts any host, since hosts are the client's words. */
export function queryOf({ url }: Request): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}
