import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addBioLink, anonymous, BIO_THEMES, createBioPage, createLink, onBehalfOf, signUp } from '@shortlink/core'
import type { Browser } from 'playwright-core'
import { openShortlink } from '../../hosts/app/embed.ts'
import { readSettings } from '../../hosts/app/settings/settings.ts'
import { createLog } from '../../hosts/kit/log.ts'
import { startServer } from '../../hosts/server/serve.ts'
import { openBrowser } from '../support/browser.ts'
import { startPublicServer } from '../support/public-server.ts'
import { sampleBioPage } from '../support/sample-bio-page.ts'
import { takeDashPictures } from './dash-pictures.ts'
import { takeDemoPicture, withDemo } from './demo-picture.ts'
import { takeStartPicture } from './start-picture.ts'

const FOLDER = new URL('../../docs/pictures/', import.meta.url)
const PHONE = { width: 390, height: 780 }
const DESKTOP = { width: 1120, height: 720 }

/** Pictures of the pages that visitors see and of `npm run demo`, for the docs: run it after changing how they look, then look at them. */
async function takePictures() {
  const server = await startPublicServer()
  const browser = await openBrowser()
  try {
    const phones: Buffer[] = []
    for (const theme of BIO_THEMES) {
      await publish(server, theme)
      phones.push(
        await picture(browser, `${server.url}/bio/${theme}`, `bio-${theme}.png`, {
          phone: true,
          dark: theme === 'auto',
        }),
      )
    }
    await picture(browser, `${server.url}/bio/dark`, 'bio-desktop.png', { phone: false })
    await picture(browser, `${server.url}/bio/none`, 'not-found.png', { phone: false })
    await picture(browser, `${server.url}/bio/none`, 'not-found-dark.png', { phone: true, dark: true })
    await takeFrontDoor(browser)
    await takeLinkPages(browser)
    await overview(browser, phones)
    await writeFile(new URL('start.png', FOLDER), await takeStartPicture(browser))
    await withDemo(async (demo) => {
      await writeFile(new URL('demo.png', FOLDER), await takeDemoPicture(browser, demo))
      for (const [name, image] of await takeDashPictures(browser, demo.url))
        await writeFile(new URL(name, FOLDER), image)
    })
  } finally {
    await browser.close()
    await server.close()
  }
}

/** The page at `/graphql` of a server as `npm start` runs it. */
async function takeFrontDoor(browser: Browser) {
  const folder = await mkdtemp(join(tmpdir(), 'shortlink-pictures-'))
  const settings = readSettings({ DATA_DIR: folder, HOST: '127.0.0.1' })
  const server = await startServer(settings, createLog('error'))
  try {
    await picture(browser, `${server.url}/graphql`, 'graphql.png', { phone: false, fullPage: true })
  } finally {
    await server.close('the pictures are taken')
    await rm(folder, { recursive: true })
  }
}

/** The pages of a link with a password and of one that has ended. */
async function takeLinkPages(browser: Browser) {
  const folder = await mkdtemp(join(tmpdir(), 'shortlink-pictures-'))
  const settings = { DATA_DIR: folder, HOST: '127.0.0.1', LOG_LEVEL: 'error' }
  const { app, close } = await openShortlink(settings)
  const ada = { name: 'Ada', email: 'ada@example.com', password: 'engine number nine' }
  const caller = onBehalfOf((await app.run(signUp, anonymous, ada))._unsafeUnwrap().user.id)
  const target = 'https://example.com/'
  for (const link of [
    { slug: 'minutes', target, password: 'seven quiet rivers' },
    { slug: 'sale', target, expiresAt: '2026-01-01T00:00:00Z' },
  ])
    (await app.run(createLink, caller, link))._unsafeUnwrap()
  await close()
  const server = await startServer(readSettings(settings), createLog('error'))
  try {
    for (const [slug, name] of [
      ['minutes', 'password'],
      ['sale', 'expired'],
    ]) {
      await picture(browser, `${server.url}/${slug}`, `${name}.png`, { phone: false })
      await picture(browser, `${server.url}/${slug}`, `${name}-dark.png`, { phone: true, dark: true })
    }
  } finally {
    await server.close('the pictures are taken')
    await rm(folder, { recursive: true })
  }
}

async function publish({ app, user }: Awaited<ReturnType<typeof startPublicServer>>, theme: string) {
  const page = (await app.run(createBioPage, user, { slug: theme, title: 'Marta Vidal', theme }))._unsafeUnwrap()
  for (const { label, url } of sampleBioPage().links) {
    await app.run(addBioLink, user, { bioPageId: page.id, label, url })
  }
}

async function picture(
  browser: Browser,
  url: string,
  name: string,
  { phone, dark = false, fullPage = false }: { phone: boolean; dark?: boolean; fullPage?: boolean },
) {
  const context = await browser.newContext({
    viewport: phone ? PHONE : DESKTOP,
    colorScheme: dark ? 'dark' : 'light',
  })
  const page = await context.newPage()
  await page.goto(url)
  const image = await page.screenshot({ fullPage })
  await writeFile(new URL(name, FOLDER), image)
  await context.close()
  return image
}

/** All themes in one picture. */
async function overview(browser: Browser, phones: readonly Buffer[]) {
  const context = await browser.newContext({ viewport: { width: 1176, height: 338 } })
  const page = await context.newPage()
  const images = phones.map((phone) => `<img src="data:image/png;base64,${phone.toString('base64')}">`).join('')
  await page.setContent(`<style>
    body { margin: 0; padding: 16px; display: flex; gap: 12px; background: #d9d9e0 }
    img { width: 153px; height: 306px; border-radius: 14px }
  </style>${images}`)
  await writeFile(new URL('bio-themes.png', FOLDER), await page.screenshot())
  await context.close()
}

await takePictures()
