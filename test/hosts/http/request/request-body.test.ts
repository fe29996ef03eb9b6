import { describe, expect, it } from 'vitest'
import { MAX_BODY_BYTES, readText } from '../../../../hosts/http/request/request-body.ts'

const post = (body: string | null, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', { method: 'POST', body, headers })

const failing = (error: Error) => Object.assign(post(null), { text: () => Promise.reject(error) })

describe('the text of a request body', () => {
  it('the text of a request body is read up to the limit in bytes', async () => {
    expect(await readText(post('x'.repeat(MAX_BODY_BYTES)))).toHaveLength(MAX_BODY_BYTES)
    expect(await readText(post('x'.repeat(MAX_BODY_BYTES + 1)))).toBeUndefined()
    expect(await readText(post('€'.repeat(MAX_BODY_BYTES / 2)))).toBeUndefined()
  })

  it('the text of a request body that declares too much is not read', async () => {
    const request = post('short', { 'content-length': `${MAX_BODY_BYTES + 1}` })
    expect(await readText(request)).toBeUndefined()
    expect(request.bodyUsed).toBe(false)
  })

  it('a body that the server below cuts at its limit is too large', async () => {
    expect(await readText(failing(Object.assign(new Error('too large'), { status: 413 })))).toBeUndefined()
  })

  it('a request without a body has an empty text, even if its stream has ended', async () => {
    expect(await readText(post(null))).toBe('')
    expect(await readText(failing(new Error('ended')))).toBe('')
  })

  it('a connection that ends within the body is an error', async () => {
    const cut = Object.assign(post(null, { 'content-length': '5' }), {
      text: () => Promise.reject(new Error('aborted')),
    })
    await expect(readText(cut)).rejects.toThrow('aborted')
  })
})
