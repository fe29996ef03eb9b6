import { expect, it } from 'vitest'
import { endOfResponse } from './response.ts'

const answers = {
  'of a given length': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n12345',
  'of length 0': 'HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n',
  'in no chunk': 'HTTP/1.1 302 Found\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'in chunks that hold line ends':
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n\r\n0\r\na\r\n0123456789\r\n0\r\n\r\n',
  'without a body': 'HTTP/1.1 304 Not Modified\r\nETag: "content-length: 9"\r\n\r\n',
}

for (const [what, answer] of Object.entries(answers)) {
  it(`finds the end of an answer ${what}, and none before it is whole`, () => {
    for (let length = 0; length < answer.length; length += 1)
      expect(endOfResponse(answer.slice(0, length)), answer.slice(0, length)).toBeUndefined()
    expect(endOfResponse(answer)).toBe(answer.length)
    expect(endOfResponse(`${answer}HTTP/1.1 200 OK`)).toBe(answer.length)
  })
}
