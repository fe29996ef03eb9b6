import { fc, test } from '@fast-check/vitest'
import { BIO_LINK_SCHEMES, isBioLinkUrl } from '@shortlink/core'
import { bioLinkUrlSchema } from '@shortlink/core/host'
import { describe, expect, it } from 'vitest'
import { BAD_ADDRESSES } from '../../support/xss-payloads.ts'

describe('the address of a bio link', () => {
  it.each([
    'https://example.com/',
    'HTTP://EXAMPLE.COM',
    'https://exämple.com/ä?q=ü#ß',
    'https://user@example.com:8443/a/b',
    'mailto:ada@example.com',
    'MAILTO:ada@example.com?subject=Hello%20there',
    'tel:+39-06-123456',
    'sms:+3906123456?body=ciao',
    'geo:41.9,12.5?z=16',
    'facetime:ada@example.com',
    'facetime-audio:+3906123456',
    'whatsapp://send?phone=3906123456',
    'tg://resolve?domain=ada',
    'xmpp:ada@example.com',
    'signal://signal.me/#p/+3906123456',
    'maps://?q=Roma',
  ])('can be %j', (url) => {
    expect(bioLinkUrlSchema.parse(url)).toBe(url)
  })

  it.each(BAD_ADDRESSES)('cannot be %j', (url) => {
    expect(bioLinkUrlSchema.safeParse(url).success).toBe(false)
  })

  it('has at most 2048 characters', () => {
    const url = `https://example.com/${'x'.repeat(2028)}`
    expect(bioLinkUrlSchema.safeParse(url).success).toBe(true)
    expect(bioLinkUrlSchema.safeParse(`${url}x`).success).toBe(false)
  })

  test.prop([
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.constantFrom('javascript', 'JAVASCRIPT', 'jAvaScript', 'vbscript', 'data', 'file', 'blob'),
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.string({ unit: 'binary' }),
  ])('never has a dangerous scheme, with any characters before or inside it', (front, scheme, within, rest) => {
    for (const url of [
      `${front}${scheme}${within}:${rest}`,
      `${scheme.slice(0, 4)}${within}${scheme.slice(4)}:${rest}`,
    ]) {
      if (!isBioLinkUrl(url)) continue
      // A browser must parse each accepted URL with one of the safe schemes.
      expect(BIO_LINK_SCHEMES.map((safe) => `${safe}:`)).toContain(new URL(url, 'https://base.example/').protocol)
    }
  })

  const addresses = fc
    .tuple(fc.constantFrom(...BIO_LINK_SCHEMES), fc.string({ unit: 'binary' }))
    .map(([scheme, rest]) => `${scheme}:${rest}`)
  test.prop([addresses])('is read by browsers as having a safe scheme', (text) => {
    fc.pre(isBioLinkUrl(text))
    expect(BIO_LINK_SCHEMES.map((safe) => `${safe}:`)).toContain(new URL(text, 'https://base.example/').protocol)
  })
})
