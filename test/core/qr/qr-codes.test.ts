import { anonymous, createApp, createLink, makeOwnQrCode, makeQrCode, type QrCode } from '@shortlink/core'
import { aDomain } from '@shortlink/core/contracts'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'
import { readQr } from '../../support/read-qr.ts'

const target = 'https://example.com/'
const missing = { type: 'not-found', what: 'Shortlink' }

async function setUp() {
  const ports = testPorts()
  const [app, user] = [createApp(ports), await newUser(ports)]
  await app.run(createLink, user, { target, slug: 'mine' })
  return { ports, app, user }
}

describe('a QR code', () => {
  it('holds the short URL, in the format asked for', async () => {
    const { app } = await setUp()
    const make = async (raw: object) => (await app.run(makeQrCode, anonymous, { slug: 'mine', ...raw }))._unsafeUnwrap()
    expect(await make({})).toMatchObject({ url: 'https://sho.rt/mine', format: 'svg', size: 300 })
    expect((await make({ format: null })).qrCode).toMatch(/^<svg /)
    const png = await make({ format: 'png', size: 128 })
    expect(png.size).toBe(128)
    expect(readQr(Buffer.from(png.qrCode, 'base64'))).toMatchObject({ text: 'https://sho.rt/mine', width: 128 })
    expect((await make({ format: 'data', size: 128 })).qrCode).toBe(`data:image/png;base64,${png.qrCode}`)
  })

  it('is not found when there is no link', async () => {
    const { app } = await setUp()
    expect((await app.run(makeQrCode, anonymous, { slug: 'none' }))._unsafeUnwrapErr()).toEqual(missing)
  })
})

describe('a QR code of the caller’s link', () => {
  it('is equal to the public one', async () => {
    const { app, user } = await setUp()
    const own: QrCode = (await app.run(makeOwnQrCode, user, { slug: 'mine' }))._unsafeUnwrap()
    expect(own).toEqual((await app.run(makeQrCode, anonymous, { slug: 'mine' }))._unsafeUnwrap())
  })

  it('is of the link on the given domain', async () => {
    const { app, ports, user } = await setUp()
    const domain = (await ports.store.domains.insert(aDomain(user.userId, { hostname: 'go.example' })))._unsafeUnwrap()
    await ports.store.domains.verify(user.userId, domain.id, ports.clock.now())
    const make = () => app.run(makeOwnQrCode, user, { slug: 'mine', domainId: domain.id })
    expect((await make())._unsafeUnwrapErr()).toEqual(missing)
    await app.run(createLink, user, { target, slug: 'mine', domainId: domain.id })
    expect((await make())._unsafeUnwrap().url).toBe('https://go.example/mine')
  })

  it('is not found when the link has another owner', async () => {
    const { app, ports } = await setUp()
    const stranger = await newUser(ports)
    for (const slug of ['mine', 'none']) {
      expect((await app.run(makeOwnQrCode, stranger, { slug }))._unsafeUnwrapErr()).toEqual(missing)
    }
    const refused = await app.run(makeOwnQrCode, stranger, { slug: 'mine', domainId: 'no id' })
    expect(refused._unsafeUnwrapErr()).toEqual({ type: 'not-found', what: 'Domain' })
  })
})
