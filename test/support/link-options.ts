const NO_UTM = { source: null, medium: null, campaign: null, term: null, content: null }

/** Every option of a new link except the password, in the form of callers. */
export const ALL_OPTIONS = {
  startsAt: '2026-02-01T00:00:00+01:00',
  expiresAt: '2026-03-01T00:00:00Z',
  fallbackTarget: 'https://example.com/sold-out',
  maxVisits: 64,
  redirectStatus: 308,
  forwardQuery: true,
  forwardPath: true,
  utm: { source: 'letter' },
  tags: ['Spring', 'Sale'],
  note: 'For Ada',
  externalId: 'product-42',
  preview: { title: 'A sale', image: 'https://example.com/sale.png' },
}

/** The stored fields of a link with these options. */
export const ALL_STORED = {
  ...ALL_OPTIONS,
  startsAt: Date.UTC(2026, 0, 31, 23),
  expiresAt: Date.UTC(2026, 2, 1),
  visitsLeft: 64,
  utm: { ...NO_UTM, source: 'letter' },
  preview: { title: 'A sale', description: null, image: 'https://example.com/sale.png' },
}

/** The stored fields of a link without options. */
export const NONE_STORED = {
  startsAt: null,
  expiresAt: null,
  fallbackTarget: null,
  maxVisits: null,
  visitsLeft: null,
  redirectStatus: 302,
  forwardQuery: false,
  forwardPath: false,
  utm: null,
  tags: [],
  note: null,
  externalId: null,
  preview: null,
}
