import type { BioLink, BioPage, BioTheme } from '@shortlink/core'

/** Creates a typical page: one of each kind of link, a long label, other scripts. */
export function sampleBioPage(own: Partial<BioPage> = {}, links: readonly Partial<BioLink>[] = SAMPLE_LINKS): BioPage {
  return {
    id: 'page' as BioPage['id'],
    owner: 'user' as BioPage['owner'],
    slug: 'marta',
    title: 'Marta Vidal',
    text: null,
    pictureUrl: null,
    colors: null,
    views: null,
    theme: 'light' as BioTheme,
    createdAt: 0,
    links: links.map((link, index) => ({
      id: `link-${index}` as BioLink['id'],
      bioPage: 'page' as BioPage['id'],
      label: null,
      url: 'https://example.com/',
      order: index,
      createdAt: index,
      ...link,
    })),
    ...own,
  }
}

const SAMPLE_LINKS: readonly Partial<BioLink>[] = [
  { label: 'Portfolio', url: 'https://www.martavidal.example/work' },
  { label: 'Print shop', url: 'https://shop.martavidal.example/' },
  { label: 'Field notes, a letter every other Sunday', url: 'https://notes.example/marta' },
  { label: 'Write to me', url: 'mailto:hello@martavidal.example?subject=Hello' },
  { label: 'Studio in Gràcia', url: 'geo:41.4036,2.1561' },
  { label: 'WhatsApp', url: 'whatsapp://send?phone=34600000000' },
]
