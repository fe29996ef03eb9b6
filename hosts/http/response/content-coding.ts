/**
 * The first of the given content codings that an `Accept-Encoding` header allows, in the server's order of preference; undefined if it
 * allows none. A quality of 0 refuses one (RFC 9110, section 12.5.3).
 */
export function acceptedCoding<Coding extends string>(
  header: string | null,
  codings: readonly Coding[],
): Coding | undefined {
  const qualities = new Map(
    (header ?? '').split(',').map((part): [string, number] => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(';')
        .map((text) => text.trim())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, quality === undefined ? 1 : Number(quality.slice(2))]
    }),
  )
  return codings.find((coding) => (qualities.get(coding) ?? qualities.get('*') ?? 0) > 0)
}
