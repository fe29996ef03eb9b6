import { describe, expect, it } from 'vitest'
import {
  addressFrom,
  draftOf,
  isChange,
  type LinkDraft,
  linkChanges,
  pageChange,
  shownPage,
} from '../../../hosts/dash/bio/draft.ts'
import { draftFaults } from '../../../hosts/dash/bio/draft-faults.ts'
import { lastOrder, moved } from '../../../hosts/dash/bio/links/link-order.ts'
import { en } from '../../../hosts/dash/words/en.ts'

const linksOf = (...orders: readonly number[]) =>
  orders.map((order, at) => ({ id: 'abcdef'[at] ?? '', label: null, url: 'https://example.com/', order }))

const idsOf = (links: readonly { readonly id: string }[]) => links.map(({ id }) => id).join('')

describe('the order of links', () => {
  it.each([
    ['to the end', [0, 10, 20], 0, 2, 'bca', 'a'],
    ['to the start', [0, 10, 20], 2, 0, 'cab', 'c'],
    ['between two with room', [0, 10, 20], 2, 1, 'acb', 'c'],
    ['between two without room', [1, 2, 3, 9999], 2, 1, 'acbd', 'bc'],
    ['among links that all have the same number', [0, 0, 0, 0], 0, 1, 'bacd', 'acd'],
  ])('a link moved %s changes as few numbers as it can', (_name, orders, from, to, order, changed) => {
    const result = moved(linksOf(...orders), from, to)
    expect([idsOf(result.links), [...idsOf(result.changed)].sort().join('')]).toEqual([order, changed])
    const numbers = result.links.map((link) => link.order)
    const isRising = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))
    // Links with the same number that were not moved past each other are in order by their creation.
    expect(isRising || result.changed.length === 1).toBe(true)
  })

  it.each([
    [0, 0],
    [0, -1],
    [2, 3],
    [7, 0],
  ])('a move from %d to %d that leads nowhere changes nothing', (from, to) => {
    expect(moved(linksOf(0, 1, 2), from, to)).toEqual({ links: linksOf(0, 1, 2), changed: [] })
  })

  it('a new link comes last', () => {
    expect(lastOrder(linksOf(-5, 7))).toBeGreaterThan(7)
  })
})

describe('what is typed into a bio page', () => {
  it.each([
    ['example.com/a', 'https://example.com/a'],
    [' https://example.com/ ', 'https://example.com/'],
    ['ada@example.com', 'mailto:ada@example.com'],
    ['+39 06 (12) 34-56', 'tel:+3906123456'],
    ['geo:41.4,2.1', 'geo:41.4,2.1'],
    ['example.com:8080/x', 'https://example.com:8080/x'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['', ''],
  ])('the address %s means %s', (typed, meant) => {
    expect(addressFrom(typed)).toBe(meant)
  })

  const page = {
    id: 'p',
    slug: 'ada',
    title: null,
    text: null,
    pictureUrl: null,
    theme: 'of-a-later-version',
    colors: null,
    views: 0,
    links: linksOf(1, 2),
  }
  const draft = draftOf(page)
  const [first, second] = draft.links as [LinkDraft, LinkDraft]
  const added = { id: 'new', label: '', url: 'new.example', order: 3 }

  it('is shown as it would be saved', () => {
    const links = [first, { ...second, label: 'Shop', url: 'shop.example' }, added, { ...added, url: ' ' }]
    expect(shownPage(page, { ...draft, title: 'Ada', pictureUrl: 'pictures.example/a.png', links })).toEqual({
      slug: 'ada',
      title: 'Ada',
      text: null,
      pictureUrl: 'https://pictures.example/a.png',
      theme: 'light',
      colors: null,
      links: [
        { label: null, url: 'https://example.com/' },
        { label: 'Shop', url: 'https://shop.example' },
        { label: null, url: 'https://new.example' },
      ],
    })
  })

  it('is sent as the changed fields and links only', () => {
    expect(pageChange(page, { ...draft, title: ' Ada ', text: '  ' })).toEqual({ title: 'Ada' })
    const links = [{ ...second, order: 0, label: 'Shop' }, added, { ...added, id: 'blank', url: '' }]
    expect(linkChanges(page, { ...draft, links })).toEqual({
      removed: [page.links[0]],
      added: [added],
      updated: [{ id: 'b', label: 'Shop', order: 0 }],
    })
  })

  it('is unsaved while it differs from what is saved', () => {
    const colors = { background: '#ffffff', text: '#000000', button: '#000000' }
    expect([
      isChange(page, draft),
      isChange(page, { ...draft, title: ' ', links: [first, second, { ...added, url: '' }] }),
      isChange(page, { ...draft, colors }),
      isChange({ ...page, colors }, { ...draft, colors: { ...colors } }),
      isChange(page, { ...draft, links: [first] }),
      isChange(page, { ...draft, links: [first, { ...second, url: 'x.example' }] }),
    ]).toEqual([false, false, true, false, true, true])
  })

  it('has a message for every invalid field', () => {
    const colors = { background: '#ffffff', text: '#777777', button: '#000000' }
    const links = [
      { ...first, url: 'javascript:alert(1)' },
      { ...second, url: '' },
      { ...added, url: '' },
    ]
    const wrong = { ...draft, text: 'a'.repeat(501), pictureUrl: 'http://pictures.example/', colors, links }
    expect([...draftFaults(page, wrong, en).keys()]).toEqual(['text', 'pictureUrl', 'colors', 'link a', 'link b'])
    expect(draftFaults(page, draft, en)).toEqual(new Map())
  })
})
