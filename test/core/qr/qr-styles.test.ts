import {
  createApp,
  createQrStyle,
  deleteQrStyle,
  QR_STYLES_PER_ACCOUNT,
  qrStyles,
  replaceQrStyle,
} from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

const LOGO = 'data:image/png;base64,iVBORw0KGgo='

async function setUp() {
  const ports = testPorts()
  const app = createApp(ports)
  const [caller, stranger] = [await newUser(ports), await newUser(ports)]
  const create = (input: object) => app.run(createQrStyle, caller, { name: 'Print', ...input })
  const listed = async () => (await app.run(qrStyles, caller, {}))._unsafeUnwrap()
  return { app, caller, stranger, create, listed }
}

describe('saved QR styles', () => {
  it('a style has defaults; replacing it replaces everything but its id and time', async () => {
    const { app, caller, create, listed } = await setUp()
    const style = (await create({ name: ' Poster ', logo: LOGO, frame: 'FRAME', caption: ' Scan me ' }))._unsafeUnwrap()
    expect(style).toMatchObject({
      ...{ name: 'Poster', color: '#000000', bgColor: '#ffffff', ecc: 'M', margin: 4, roundness: 0 },
      ...{ logo: LOGO, frame: 'FRAME', caption: 'Scan me' },
    })
    const { id, owner, createdAt } = style
    const replaced = (await app.run(replaceQrStyle, caller, { id, name: 'Web', color: '#123' }))._unsafeUnwrap()
    expect(replaced).toEqual({
      ...{ id, owner, createdAt, name: 'Web', color: '#112233', bgColor: '#ffffff', ecc: 'M', margin: 4 },
      ...{ roundness: 0, logo: null, frame: 'NONE', caption: null },
    })
    expect(await listed()).toEqual([replaced])
  })

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(61) }],
    ['color', { color: '#ffffff' }],
    ['roundness', { roundness: 81 }],
    ['logo', { logo: 'https://example.com/a.png' }],
    ['logo', { logo: 'data:image/svg+xml;base64,PHN2Zz4=' }],
    ['logo', { logo: `data:image/png;base64,${'A'.repeat(65_536)}` }],
    ['frame', { frame: 'ROUND' }],
    ['caption', { caption: 'x'.repeat(41) }],
  ])('a %s out of bounds is refused: %j', async (path, input) => {
    const { create, listed } = await setUp()
    expect((await create(input))._unsafeUnwrapErr()).toMatchObject({
      type: 'invalid-input',
      path,
      message: expect.stringContaining(path),
    })
    expect(await listed()).toEqual([])
  })

  it('a style of another account looks like a missing one', async () => {
    const { app, stranger, create, listed } = await setUp()
    const style = (await create({}))._unsafeUnwrap()
    const missing = { type: 'not-found', what: 'QR style' }
    expect((await app.run(replaceQrStyle, stranger, { id: style.id, name: 'x' }))._unsafeUnwrapErr()).toEqual(missing)
    expect((await app.run(deleteQrStyle, stranger, { id: style.id }))._unsafeUnwrapErr()).toEqual(missing)
    expect((await app.run(qrStyles, stranger, {}))._unsafeUnwrap()).toEqual([])
    expect(await listed()).toEqual([style])
  })

  it('an account has a maximum number of styles', async () => {
    const { app, caller, create, listed } = await setUp()
    for (let n = 0; n < QR_STYLES_PER_ACCOUNT; n++) (await create({}))._unsafeUnwrap()
    expect((await create({}))._unsafeUnwrapErr()).toMatchObject({
      message: 'An account can have at most 50 QR styles; delete one first',
    })
    const [first] = await listed()
    expect((await app.run(deleteQrStyle, caller, { id: first?.id }))._unsafeUnwrap()).toBe(true)
    expect((await create({})).isOk()).toBe(true)
  })
})
