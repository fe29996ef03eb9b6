/** Content of the demo: links, a bio page, and visitors. */

const WEEK_DAYS = 'mon-fri@Europe/Rome'

interface DemoLink extends Record<string, unknown> {
  readonly slug: string
  readonly target: string
  /** The share of visits. */
  readonly weight: number
  /** Days from the start of the demo to the expiration date. */
  readonly endsInDays?: number
}

export const LINKS: readonly DemoLink[] = [
  {
    slug: 'sale',
    target: 'https://example.com/shop/spring-sale',
    title: 'Spring sale',
    weight: 34,
    tags: ['spring', 'print'],
    endsInDays: 30,
    fallbackTarget: 'https://example.com/shop',
    preview: { title: 'Spring sale', description: 'Half the price, all the flowers' },
    rules: [
      { type: 'country', value: 'DE,AT,CH', target: 'https://example.com/shop/fruehling' },
      { type: 'country', value: 'FR,BE', target: 'https://example.com/shop/printemps' },
    ],
  },
  {
    slug: 'get-app',
    target: 'https://example.com/app',
    title: 'Get the app',
    weight: 21,
    tags: ['app'],
    rules: [
      { type: 'os', value: 'ios', target: 'https://example.com/app/ios' },
      { type: 'os', value: 'android', target: 'https://example.com/app/android' },
    ],
  },
  {
    slug: 'newsletter-42',
    target: 'https://example.com/news/42',
    title: 'Newsletter 42',
    weight: 14,
    utm: { source: 'mail', medium: 'link' },
    tags: ['mail', 'spring'],
    rules: [],
  },
  {
    slug: 'support',
    target: 'https://example.com/help',
    title: 'Support',
    weight: 9,
    rules: [{ type: 'weekday', value: `!${WEEK_DAYS}`, target: 'https://example.com/help/weekend' }],
  },
  {
    slug: 'ab-test',
    target: 'https://example.com/landing/a',
    title: 'Landing page, two ways',
    weight: 8,
    rules: [{ type: 'percent', value: '50', target: 'https://example.com/landing/b' }],
  },
  { slug: 'jobs', target: 'https://example.com/jobs', title: 'We are hiring', weight: 7, rules: [] },
  {
    slug: 'talk-rome',
    target: 'https://example.com/talks/rome.pdf',
    title: 'Slides of the talk in Rome',
    weight: 5,
    note: 'For those who were there',
    rules: [],
  },
  {
    slug: 'old-campaign',
    target: 'https://example.com/2024/campaign',
    title: 'Last year’s campaign',
    weight: 2,
    rules: [],
  },
  {
    slug: 'tickets',
    target: 'https://example.com/tickets',
    title: 'The first hundred',
    weight: 0,
    maxVisits: 100,
    fallbackTarget: 'https://example.com/sold-out',
  },
]

export const BIO_PAGE = {
  page: { slug: 'ada', title: 'Ada’s Analytical Engines', theme: 'ocean' },
  links: [
    { label: 'Spring sale', url: 'https://example.com/shop/spring-sale', order: 1 },
    { label: 'Get the app', url: 'https://example.com/app', order: 2 },
    { label: 'Write to us', url: 'mailto:ada@example.com', order: 3 },
    { label: 'Call us', url: 'tel:+390600000000', order: 4 },
  ],
}

/** Queries of visitors: most have none, some have the campaign of a post, an advertisement or a printed code. */
export const QUERIES = [
  ['', 80],
  ['utm_source=mastodon&utm_medium=social&utm_campaign=spring', 7],
  ['utm_source=search&utm_medium=cpc&utm_campaign=spring&utm_content=blue', 6],
  ['utm_source=partner&utm_medium=referral&utm_campaign=autumn', 4],
  ['utm_medium=qr', 3],
] as const

export const AGENTS = [
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
    30,
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
    28,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
    22,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    9,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 5],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    3,
  ],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 3],
] as const

export const REFERRERS = [
  [null, 50],
  ['https://www.google.com/', 20],
  ['https://mail.example.com/', 12],
  ['https://news.example.org/front', 10],
  ['https://social.example.net/@ada', 8],
] as const
