import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { followLink, forgetAnswers, makeLinks, savedFile, tabTo, useDash } from '../../support/dash.ts'
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

  it('is saved for paper with its resolution, in a frame with a caption, and as a PDF', async () => {
    const account = await dash.newAccount()
    const { path, shortUrl } = await oneLink(account)
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      await page.getByRole('checkbox', { name: 'Frame' }).check({ force: true })
      await page.getByLabel('Caption').fill('Scan & save')
      await page.getByLabel('Size', { exact: true }).selectOption({ label: '50 mm in print (591 px, 300 dpi)' })
      const png = await saved(page, 'PNG')
      const { text, width, height } = readQr(png)
      expect([text, width]).toEqual([shortUrl, 591])
      expect(height).toBeGreaterThan(width)
      // 300 dots per inch are 11,811 per metre.
      expect(png.readUInt32BE(png.indexOf('pHYs') + 4)).toBe(11_811)
      const pdf = (await saved(page, 'PDF')).toString('latin1')
      expect(pdf).toMatch(/^%PDF-1\.4/)
      // 50 mm are 141.73 points.
      expect(pdf).toContain(`/MediaBox [0 0 141.73 ${((141.732 * height) / width).toFixed(2)}]`)
      expect(pdf).toContain(`/Width 591 /Height ${height} `)
      const xref = Number(/startxref\n(\d+)/.exec(pdf)?.[1])
      expect(pdf.slice(xref, xref + 4)).toBe('xref')
      for (const [, offset] of pdf.slice(xref).matchAll(/^(\d{10}) 00000 n/gm))
        expect(pdf.slice(Number(offset))).toMatch(/^\d+ 0 obj\n/)
    })
  })

  it('has a style that is saved, used for another link, replaced and deleted; a large logo is made smaller', async () => {
    const account = await dash.newAccount()
    const [one, other] = [await oneLink(account), await oneLink(account)]
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(one.path)
      await page.getByLabel('Color', { exact: true }).fill('#4f4bd1')
      // Noise cannot be compressed.
      const noise = await page.evaluate<string>(`(() => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 400 })
        const context = canvas.getContext('2d')
        const pixels = context.createImageData(400, 400)
        for (let at = 0; at < pixels.data.length; at++) pixels.data[at] = (at * 2654435761) >>> 11
        context.putImageData(pixels, 0, 0)
        return canvas.toDataURL('image/png').split(',')[1]
      })()`)
      await page
        .getByLabel('Logo')
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(noise, 'base64') })
      await page.getByRole('button', { name: 'Remove logo' }).waitFor()
      await page.getByLabel('Name of a new style').fill('Poster')
      await page.getByRole('button', { name: 'Save style' }).click()
      await page.getByRole('button', { name: 'Update Poster' }).waitFor()
      await forgetAnswers(page)
      await followLink(page, other.path)
      await page.getByLabel('Saved style').selectOption('Poster')
      expect(await page.getByLabel('Color', { exact: true }).inputValue()).toBe('#4f4bd1')
      await page.getByRole('button', { name: 'Remove logo' }).waitFor()
      expect(readQr(await saved(page, 'PNG')).text).toBe(other.shortUrl)
      await page.getByLabel('Rounded modules').fill('0.5')
      await page.getByRole('button', { name: 'Update Poster' }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      const { data } = await account.ask('{ qrStyles { name color roundness logo } }')
      expect(data.qrStyles).toMatchObject([{ name: 'Poster', color: '#4f4bd1', roundness: 50 }])
      expect(data.qrStyles[0].logo.length).toBeLessThanOrEqual(65_536)
      await page.getByRole('button', { name: 'Delete Poster' }).click()
      await page.getByLabel('Saved style').waitFor({ state: 'detached' })
    })
  })

  it('is in a ZIP file with the codes of all selected links', async () => {
    const account = await dash.newAccount()
    const links = [await oneLink(account), await oneLink(account)]
    const create = 'mutation ($color: String) { createQrStyle(name: "Violet", color: $color) { id } }'
    await account.ask(create, { color: '#4f4bd1' })
    await dash.atLinks(account, async ({ page }) => {
      for (const link of links) await page.getByRole('checkbox', { name: link.shortlink }).check({ force: true })
      await page.getByRole('region', { name: 'Selected links' }).getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('button', { name: 'QR codes (ZIP)' }).click()
      const dialog = page.getByRole('dialog', { name: 'Save 2 QR codes' })
      await dialog.getByLabel('Saved style').selectOption('Violet')
      const zip = await savedFile(page, () => dialog.getByRole('button', { name: 'Save ZIP' }).click())
      // Files are stored as they are, so each starts at its signature.
      const signature = Buffer.from('89504e470d0a1a0a', 'hex')
      const first = zip.indexOf(signature)
      const starts = [first, zip.indexOf(signature, first + 1)]
      expect(starts.map((start) => readQr(zip.subarray(start, zip.indexOf('IEND', start) + 8)).text).sort()).toEqual(
        links.map(({ shortUrl }) => shortUrl).sort(),
      )
      await dialog.waitFor({ state: 'detached' })
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
