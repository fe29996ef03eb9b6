import { BIO_THEMES, type BioPage } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { bioPage } from '../../../../hosts/http/pages/bio-page.ts'
import { bioPageHeaders } from '../../../../hosts/http/response/page-headers.ts'
import { BASE_URL } from '../../../support/public-app.ts'
import { sampleBioPage } from '../../../support/sample-bio-page.ts'

describe('a rendered page', () => {
  const full = (theme: BioPage['theme']) =>
    sampleBioPage(
      { theme },
      Array.from({ length: 100 }, (_, index) => ({
        label: `Link number ${index} with a label`,
        url: `https://www.example.com/some/path/${index}?utm_source=bio`,
      })),
    )

  it.each(BIO_THEMES)('a bio page with 100 links weighs less than 30 KiB in the theme %s', (theme) => {
    expect(Buffer.byteLength(bioPage(full(theme), `${BASE_URL}/bio/full`))).toBeLessThan(30 * 1024)
  })

  it('a bio page with 100 links renders in less than 5 ms of processor time', () => {
    const page = full('auto')
    for (let round = 0; round < 20; round++) bioPage(page, BASE_URL)
    const before = process.cpuUsage()
    const rounds = 50
    for (let round = 0; round < rounds; round++) bioPage(page, BASE_URL)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000 / rounds).toBeLessThan(5)
  })

  it('a bio page without a title shows its slug', () => {
    expect(bioPage(sampleBioPage({ title: null }), BASE_URL)).toContain('<h1 dir="auto">marta</h1>')
    expect(bioPage(sampleBioPage({ title: '  ' }), BASE_URL)).toContain('<h1 dir="auto">marta</h1>')
  })

  it.each([
    ['Ada Lovelace', 'AL'],
    ['Ada’s Engines', 'AE'],
    ["o'Neill", 'O'],
    ['été 2027', 'É2'],
    ['‘Quoted’ name', 'QN'],
    ['…', '•'],
  ])('a bio page shows the initials of %s', (title, letters) => {
    expect(bioPage(sampleBioPage({ title }), BASE_URL)).toContain(`aria-hidden="true">${letters}</div>`)
  })

  it('a link without a label shows its host or address once', () => {
    const page = sampleBioPage({}, [
      { url: 'https://www.example.com/a' },
      { url: 'mailto:ada%40x@example.com?subject=hi' },
    ])
    const drawn = bioPage(page, BASE_URL)
    expect(drawn).toContain('<bdi>example.com</bdi>')
    expect(drawn).toContain('<bdi>ada@x@example.com</bdi>')
    expect(drawn).not.toContain('<small>')
  })

  it('a link shows an internationalised host in ASCII, so that look-alike letters are visible', () => {
    const page = sampleBioPage({}, [{ label: 'Bank', url: 'https://bаnk.example/' }])
    expect(bioPage(page, BASE_URL)).toContain('xn--')
  })

  it.each([
    ['https://github.com/ada', 'github'],
    ['https://www.youtube.com/@ada', 'youtube'],
    ['https://open.spotify.com/artist/1', 'spotify'],
    ['https://t.me/ada', 'telegram'],
    ['https://notgithub.com/', 'web'],
    ['https://github.com.example/', 'web'],
    ['https://constructor/', 'web'],
  ])('a link to %s has the icon %s', (url, icon) => {
    expect(bioPage(sampleBioPage({}, [{ url }]), BASE_URL)).toContain(`<use href="#${icon}"/>`)
  })

  it('a page never shows a stored picture whose host would change its policy', () => {
    const pictureUrl = 'https://a;script-src/'
    const page = sampleBioPage({ pictureUrl })
    expect(bioPage(page, BASE_URL)).not.toContain('<img')
    expect(bioPageHeaders(page)['content-security-policy']).not.toContain('script')
  })

  it('a bio page leaves out a stored link with an unsafe scheme', () => {
    const page = sampleBioPage({}, [{ url: 'javascript:alert(1)' }, { url: 'no address' }])
    expect(bioPage(page, BASE_URL)).not.toMatch(/javascript|no address/)
  })

  it('a bio page without links says so', () => {
    expect(bioPage(sampleBioPage({}, []), BASE_URL)).toContain('No links yet.')
  })
})
