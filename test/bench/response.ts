/** Where an HTTP/1.1 answer that is no answer to HEAD ends in the text, which has a character for each byte; undefined before it is whole. */
export function endOfResponse(text: string): number | undefined {
  const body = text.indexOf('\r\n\r\n') + 4
  if (body < 4) return undefined
  const head = text.slice(0, body)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined) return within(text, body + Number(length))
  return /\r\ntransfer-encoding: *chunked/i.test(head) ? endOfChunks(text, body) : body
}

function endOfChunks(text: string, from: number): number | undefined {
  for (let at = from; ; ) {
    const data = text.indexOf('\r\n', at) + 2
    if (data < 2) return undefined
    const size = Number.parseInt(text.slice(at, data), 16)
    at = data + size + 2
    if (size === 0) return within(text, at)
  }
}

const within = (text: string, end: number) => (text.length < end ? undefined : end)
