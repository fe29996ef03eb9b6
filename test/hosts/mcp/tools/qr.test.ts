import { describe, expect, it } from 'vitest'
import { readQr } from '../../../support/read-qr.ts'
import { connect } from '../client.ts'
import { openFixture } from '../fixture.ts'

describe('get_qr_code', () => {
  async function start() {
    const { url, newUser } = await openFixture()
    const own = await connect(url, (await newUser()).key)
    await own.call('create_shortlink', { target: 'https://example.com', slug: 'qr-me' })
    return { own, newClient: async () => connect(url, (await newUser()).key) }
  }

  it('get_qr_code draws a code of the short URL', async () => {
    const { own } = await start()
    const { qrCode, ...rest } = await own.call('get_qr_code', { slug: 'qr-me', format: 'png', size: 200 })
    expect(rest).toEqual({ url: 'http://localhost:3000/qr-me', format: 'png', size: 200 })
    expect(readQr(Buffer.from(qrCode, 'base64'))).toEqual({ text: rest.url, width: 200, height: 200 })
  })

  it('get_qr_code adds a PNG as an image, which hosts show', async () => {
    const { own } = await start()
    const { content, structuredContent } = await own.callWhole('get_qr_code', { slug: 'qr-me', format: 'png' })
    const [text, image, ...others] = content
    expect(text?.type === 'text' && JSON.parse(text.text)).toEqual(structuredContent)
    expect(image).toEqual({ type: 'image', mimeType: 'image/png', data: structuredContent?.qrCode })
    expect(readQr(Buffer.from(String(structuredContent?.qrCode), 'base64')).text).toBe('http://localhost:3000/qr-me')
    expect(others).toEqual([])
    for (const format of ['svg', 'data']) {
      expect((await own.callWhole('get_qr_code', { slug: 'qr-me', format })).content).toHaveLength(1)
    }
  })

  it('get_qr_code draws in colors, with a margin', async () => {
    const { own } = await start()
    const style = { color: '#0055AA', bgColor: 'fec', margin: 0 }
    const { qrCode } = await own.call('get_qr_code', { slug: 'qr-me', ...style })
    expect(qrCode).toContain('#0055aa')
    expect(qrCode).toContain('#ffeecc')
    const png = await own.call('get_qr_code', { slug: 'qr-me', format: 'png', size: 200, ...style })
    expect(readQr(Buffer.from(png.qrCode, 'base64'))).toMatchObject({ text: png.url, width: 200 })
    expect(await own.call('get_qr_code', { slug: 'qr-me', color: '#ffffff' })).toEqual({
      error: 'color must be much darker than bgColor; otherwise cameras cannot read the code',
    })
  })

  it('get_qr_code returns SVG by default, and a data URL on request', async () => {
    const { own } = await start()
    expect(await own.call('get_qr_code', { slug: 'qr-me' })).toMatchObject({
      format: 'svg',
      size: 300,
      qrCode: expect.stringMatching(/^(<\?xml|<svg)/),
    })
    const { qrCode } = await own.call('get_qr_code', { slug: 'qr-me', format: 'data' })
    expect(qrCode).toMatch(/^data:image\/png;base64,/)
  })

  it('get_qr_code refuses links of other users and anonymous ones', async () => {
    const { newClient } = await start()
    const stranger = await newClient()
    for (const slug of ['qr-me', 'nothing']) {
      expect(await stranger.call('get_qr_code', { slug })).toEqual({ error: 'Shortlink not found' })
    }
  })

  it.each([
    [{}, 'id or slug is required'],
    [
      { slug: 'qr-me', domainId: 'x', hostname: 'go.example.com' },
      'domainId requires slug and cannot be combined with hostname',
    ],
    [{ slug: 'qr-me', margin: 11 }, 'margin must be at most 10'],
    [{ slug: 'qr-me', color: 'red' }, 'color must be a color such as #1a2b3c'],
    [{ slug: 'qr-me', size: 63 }, 'size must be at least 64'],
    [{ slug: 'qr-me', ecc: 'X' }, 'ecc must be one of L, M, Q, H'],
    [{ slug: 'qr-me', format: 'gif' }, 'format must be one of svg, png, data'],
  ])('get_qr_code refuses bad arguments by name: %o', async (args, error) => {
    const { own } = await start()
    expect(await own.call('get_qr_code', args)).toEqual({ error })
  })
})
