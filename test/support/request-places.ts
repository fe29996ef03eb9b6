/** Paths with a place for a text; they require a link and a bio page with the name `kept`. */
export const PATHS_TO_FILL: readonly ((text: string) => string)[] = [
  (text) => `/${text}`,
  (text) => `/${text}/`,
  (text) => `/kept?${text}`,
  (text) => `/kept?q=${text}`,
  (text) => `/${text}/qr`,
  (text) => `/${text}/qr.svg`,
  (text) => `/kept/qr.${text}`,
  (text) => `/kept/qr.svg?size=${text}`,
  (text) => `/kept/qr.png?ecc=${text}&margin=${text}`,
  (text) => `/kept/qr.svg?${text}=1`,
  (text) => `/bio/${text}`,
  (text) => `/internal/tls-check?domain=${text}`,
  (text) => `/healthz?${text}`,
  (text) => `/llms.txt/${text}`,
  (text) => `/a/${text}/c`,
]

/** Headers that the service, or a proxy before it, reads. */
export const HEADERS_TO_FILL = [
  'user-agent',
  'referer',
  'accept',
  'accept-language',
  'accept-encoding',
  'authorization',
  'x-api-key',
  'idempotency-key',
  'content-type',
  'origin',
  'host',
  'cookie',
  'if-none-match',
  'if-modified-since',
  'range',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'sec-purpose',
  'mcp-session-id',
  'mcp-protocol-version',
  'x-tls-check-secret',
]

/** Returns the text as its UTF-8 bytes, one per character, without characters that would end its line. */
export const onOneLine = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[\r\n]/g, ' ')

export const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
