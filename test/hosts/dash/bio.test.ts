import { describe, expect, it } from 'vitest'
import { addressFrom, isUnsaved, NOTHING_TYPED, shownPage } from '../../../hosts/dash/bio/draft.ts'
import { lastOrder, moved } from '../../../hosts/dash/bio/links/link-order.ts'

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

  const page = { id: 'p', slug: 'ada', title: null, theme: 'of-a-later-version', links: linksOf(1, 2) }
  const edited = { id: 'b', label: 'Shop', url: 'shop.example' }

  it('is shown over what is saved', () => {
    const added = { label: '', url: 'new.example' }
    expect(shownPage(page, { title: 'Ada', edited, added })).toEqual({
      slug: 'ada',
      title: 'Ada',
      theme: 'light',
      links: [
        expect.objectContaining({ id: 'a' }),
        { label: 'Shop', url: 'https://shop.example' },
        { label: null, url: 'https://new.example' },
      ],
    })
  })

  it('is unsaved while it differs from what is saved', () => {
    const [, second] = page.links
    const same = { id: 'b', label: '', url: second?.url ?? '' }
    expect([
      isUnsaved(page, NOTHING_TYPED),
      isUnsaved(page, { ...NOTHING_TYPED, title: '', edited: same }),
      isUnsaved(page, { ...NOTHING_TYPED, title: 'Ada' }),
      isUnsaved(page, { ...NOTHING_TYPED, edited }),
      isUnsaved(page, { added: { label: 'x', url: '' } }),
    ]).toEqual([false, false, true, true, true])
  })
})
