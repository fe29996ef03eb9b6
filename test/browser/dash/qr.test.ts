import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { makeLinks, savedFile, tabTo, useDash } from '../../support/dash.ts'
import { startDnsServer } from '../../support/dns.ts'
import { readQr } from '../../support/read-qr.ts'
import { expectGoodOnBothScreens, onBothScreens, PHONE } from '../screens.ts'

const dns = await startDnsServer()
afterAll(() => dns.close())

const dash = useDash({ DNS_SERVERS: dns.address })

type Account = Awaited<ReturnType<typeof dash.newAccount>>

async function oneLink(account: Account, input: object = {}) {
  const [link] = await makeLinks(account, [{ target: 'https://example.com/', ...input }])
  if (link === undefined) throw new Error('The link was not made')
  return { ...link, path: `/dash/links/${link.id}/qr` }
}

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#b23a8e"/></svg>'

async function chooseLogo(page: Page) {
  const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) }
  await page.getByLabel('Logo').setInputFiles(file)
  await page.getByRole('button', { name: 'Remove logo' }).waitFor()
}

const saved = (page: Page, button: string) => savedFile(page, () => page.getByRole('button', { name: button }).click())

/** What a phone reads off an SVG that the browser draws. */
async function readDrawn(page: Page, svg: Buffer) {
  const address = `data:image/svg+xml;base64,${svg.toString('base64')}`
  const drawn = await page.evaluate<string>(`(async () => {
    const image = new Image()
    image.src = ${JSON.stringify(address)}
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 640 })
    canvas.getContext('2d').drawImage(image, 0, 0, 640, 640)
    return canvas.toDataURL('image/png')
  })()`)
  return readQr(Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64')).text
}

describe('on a phone and on a desktop', () => {
  it('the page is accessible and scrolls in one direction only, with a logo and with a warning', async () => {
    const account = await dash.newAccount()
    const { path } = await oneLink(account)
    await dash.signedIn(
      account,
      async ({ page }) => {
        await page.goto(path)
        await onBothScreens(page, async () => {
          const tab = await page.getByRole('link', { name: 'QR code', exact: true }).boundingBox()
          expect((tab?.x ?? 0) + (tab?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
        })
        await chooseLogo(page)
        await page.getByLabel('Color', { exact: true }).fill('#ffff00')
        await page.getByRole('alert').getByText('Scanners may not read').waitFor()
        await expectGoodOnBothScreens(page)
      },
      PHONE,
    )
  })
})

describe('the QR code of a link', () => {
  it('is read back from the saved PNG and SVG: plain, in color with rounded modules, and with a logo', async () => {
    const account = await dash.newAccount()
    const { path, shortUrl } = await oneLink(account)
    await dash.signedIn(account, async ({ page }) => {
      const sent: string[] = []
      page.on('request', (request) => sent.push(request.postData() ?? ''))
      await page.goto(path)
      const expectReadBack = async (sizePx: number) => {
        expect(readQr(await saved(page, 'PNG'))).toEqual({ text: shortUrl, width: sizePx, height: sizePx })
        expect(await readDrawn(page, await saved(page, 'SVG'))).toBe(shortUrl)
      }
      await expectReadBack(1024)
      await page.getByLabel('Color', { exact: true }).fill('#4f4bd1')
      await page.getByLabel('Rounded modules').fill('0.8')
      await page.getByLabel('Margin (modules)').fill('2')
      await page.getByLabel('Size', { exact: true }).selectOption('256')
      await expectReadBack(256)
      await chooseLogo(page)
      expect(await page.getByLabel('Error correction').inputValue()).toBe('H')
      await expectReadBack(256)
      await page.getByLabel('Size', { exact: true }).selectOption('4096')
      // The width is the fifth number of four bytes; reading a code off 16 million pixels takes seconds.
      expect((await saved(page, 'PNG')).readUInt32BE(16)).toBe(4096)
      expect((await saved(page, 'SVG')).toString()).toMatch(/<image [^>]*href="data:image\/png/)
      // The logo is sent nowhere.
      expect(sent.filter((body) => body.includes('data:image'))).toEqual([])
    })
  })

  it('says at its field that a logo is no picture, until one is', async () => {
    const account = await dash.newAccount()
    const { path } = await oneLink(account)
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      await page.getByLabel('Logo').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('text') })
      const fault = page.getByRole('alert').getByText("Your browser can't display this file")
      await fault.waitFor()
      await chooseLogo(page)
      expect(await fault.count()).toBe(0)
    })
  })

  it('says the address on the custom domain of its link', async () => {
    const account = await dash.newAccount()
    const hostname = `qr-${account.id.slice(-12)}.example.com`
    const { data } = await account.ask('mutation ($host: String!) { addDomain(hostname: $host) { id txtToken } }', {
      host: hostname,
    })
    dns.txt(`_shortlink.${hostname}`, `shortlink-verify=${data.addDomain.txtToken}`)
    await account.ask('mutation ($id: ID!) { verifyDomain(id: $id) { verified } }', { id: data.addDomain.id })
    const { path } = await oneLink(account, { domainId: data.addDomain.id, shortlink: 'poster' })
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      await page.getByRole('img', { name: `QR code of https://${hostname}/poster` }).waitFor()
      expect(readQr(await saved(page, 'PNG')).text).toBe(`https://${hostname}/poster`)
      expect(await readDrawn(page, await saved(page, 'SVG'))).toBe(`https://${hostname}/poster`)
    })
  })

  it('is made, copied and saved by the keyboard alone, and the server draws the same look', async () => {
    const account = await dash.newAccount()
    const { path, shortUrl } = await oneLink(account)
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      const { keyboard } = page
      await tabTo(page, page.getByLabel('Margin (modules)'))
      await keyboard.press('ArrowDown')
      await keyboard.press('Tab')
      // Opens the list, as customizable selects do.
      for (const key of ['Space', 'End', 'Enter']) await keyboard.press(key)
      expect(await page.getByLabel('Error correction').inputValue()).toBe('H')
      await tabTo(page, page.getByRole('button', { name: 'Copy image', exact: true }))
      await keyboard.press('Enter')
      await page.getByText('Image copied').waitFor()
      await tabTo(page, page.getByRole('button', { name: 'Copy image URL' }))
      await keyboard.press('Enter')
      const address = `${shortUrl}/qr.svg?margin=3&ecc=H`
      await page.getByText(`Copied ${address}`).waitFor()
      expect((await fetch(address.replace('qr.svg', 'qr.png'))).status).toBe(200)
      await tabTo(page, page.getByRole('button', { name: 'PNG' }))
      expect(readQr(await savedFile(page, () => keyboard.press('Enter'))).text).toBe(shortUrl)
    })
  })
})
