import { describe, expect, it } from 'vitest'
import { readQr } from '../../support/read-qr.ts'
import { connect } from './client.ts'
import { openFixture } from './fixture.ts'

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
    [{}, 'slug is required'],
    [{ slug: 'qr-me', size: 63 }, 'size must be at least 64'],
    [{ slug: 'qr-me', ecc: 'X' }, 'ecc must be one of L, M, Q, H'],
    [{ slug: 'qr-me', format: 'gif' }, 'format must be one of svg, png, data'],
  ])('get_qr_code refuses bad arguments by name: %o', async (args, error) => {
    const { own } = await start()
    expect(await own.call('get_qr_code', args)).toEqual({ error })
  })
})
