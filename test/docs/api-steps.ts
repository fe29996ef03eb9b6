/** One operation of docs/api.md, in an order that a newcomer could follow. */
export interface Step {
  /** Heading of the section that starts here. */
  readonly part?: string
  readonly operation: string
  readonly query: string
  readonly variables?: (known: Known) => object
  /** Values of the response that later steps use. */
  readonly learn?: (data: Answered) => Partial<Known>
  /** Credential; by default the account's session. */
  readonly as?: 'anonymous' | 'other' | 'session'
  /** Repeats the request until background work shows in the response. */
  readonly until?: (data: Answered) => boolean
}

// biome-ignore lint/suspicious/noExplicitAny: responses are shown, not inspected
type Answered = any

/** Values that steps pass on. */
export interface Known {
  readonly token: string
  readonly email: string
  readonly hook: string
  readonly price: string
  readonly link: string
  readonly second: string
  readonly third: string
  readonly tag: string
  readonly hit: string
  readonly key: string
  readonly domain: string
  readonly page: string
  readonly bioLink: string
  readonly webhook: string
  readonly delivery: string
}

const PASSWORD = 'engine number nine'
const NEW_PASSWORD = 'difference engine 2'

export const STEPS: readonly Step[] = [
  {
    part: 'Accounts',
    operation: 'signup',
    as: 'anonymous',
    query:
      'mutation ($name: String!, $email: String!, $password: String!) {\n  signup(name: $name, email: $email, password: $password) { token user { id name email createdAt } }\n}',
    variables: ({ email }) => ({ name: 'Ada', email, password: PASSWORD }),
    learn: ({ signup }) => ({ token: signup.token }),
  },
  {
    operation: 'login',
    as: 'anonymous',
    query:
      'mutation ($email: String!, $password: String!) {\n  login(email: $email, password: $password) { token user { id } }\n}',
    variables: ({ email }) => ({ email, password: PASSWORD }),
    learn: ({ login }) => ({ token: login.token }),
  },
  { operation: 'getUserInfo', query: '{ getUserInfo { id name email createdAt shortlinks { shortlink } } }' },
  {
    operation: 'setIgnoredAddresses',
    query:
      'mutation ($ignoredAddresses: [String!]!) {\n  setIgnoredAddresses(ignoredAddresses: $ignoredAddresses) { id ignoredAddresses }\n}',
    variables: () => ({ ignoredAddresses: ['192.0.2.1', '2001:db8:7::/48'] }),
  },
  {
    operation: 'resetPassword',
    query:
      'mutation ($oldPassword: String!, $newPassword: String!) {\n  resetPassword(oldPassword: $oldPassword, newPassword: $newPassword) { token }\n}',
    variables: () => ({ oldPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    learn: ({ resetPassword }) => ({ token: resetPassword.token }),
  },
  {
    operation: 'createApiKey',
    query:
      'mutation ($label: String!, $expiresAt: String) {\n  createApiKey(label: $label, expiresAt: $expiresAt) { secret apiKey { id label prefix last4 lastUsedAt expiresAt createdAt } }\n}',
    variables: () => ({ label: 'laptop', expiresAt: '2999-12-31T00:00:00Z' }),
    learn: ({ createApiKey }) => ({ key: createApiKey.apiKey.id }),
  },
  { operation: 'getApiKeys', query: '{ getApiKeys { id label prefix last4 expiresAt } }' },
  {
    operation: 'revokeApiKey',
    query: 'mutation ($id: ID!) { revokeApiKey(id: $id) }',
    variables: ({ key }) => ({ id: key }),
  },
  {
    part: 'Links',
    operation: 'createShortlink',
    query:
      'mutation ($target: String!, $shortlink: String, $title: String) {\n  createShortlink(target: $target, shortlink: $shortlink, title: $title)\n}',
    variables: () => ({ target: 'https://example.com/a/long/way', shortlink: 'hello', title: 'A greeting' }),
  },
  {
    operation: 'addShortlink',
    query:
      'mutation ($input: CreateShortlinkInput!) {\n  addShortlink(input: $input) { id shortlink shortUrl target title createdAt }\n}',
    variables: () => ({ input: { target: 'https://example.com/spring', shortlink: 'spring', title: 'Spring' } }),
    learn: ({ addShortlink }) => ({ third: addShortlink.id }),
  },
  {
    operation: 'updateShortlink',
    query:
      'mutation ($input: UpdateShortlinkInput!) {\n  updateShortlink(input: $input) { id target title tags updatedAt }\n}',
    variables: ({ third }) => ({ input: { id: third, target: 'https://example.com/spring-sale', title: null } }),
  },
  {
    operation: 'deleteShortlink',
    query: 'mutation ($id: ID!) { deleteShortlink(id: $id) }',
    variables: ({ third }) => ({ id: third }),
  },
  {
    operation: 'createShortlinks',
    query:
      'mutation ($inputs: [CreateShortlinkInput!]!) {\n  createShortlinks(inputs: $inputs) { index ok error shortlink { id shortlink target rules { type value target } } }\n}',
    variables: () => ({
      inputs: [
        {
          target: 'https://example.com/en',
          shortlink: 'world',
          rules: [{ type: 'country', value: 'DE,AT,CH', target: 'https://example.com/de' }],
        },
        { target: 'https://example.com/', shortlink: 'hello' },
      ],
    }),
    learn: ({ createShortlinks }) => ({ second: createShortlinks[0].shortlink.id }),
  },
  {
    operation: 'shortlinkConnection',
    query:
      'query ($skip: Int, $take: Int, $search: String, $status: LinkStatus, $sort: LinkSort) {\n  shortlinkConnection(skip: $skip, take: $take, search: $search, status: $status, sort: $sort) {\n    totalCount\n    items { id shortlink shortUrl target title hitCount enableTracking hostname status createdAt }\n  }\n}',
    variables: () => ({ skip: 0, take: 10, search: 'greet', status: 'ACTIVE', sort: 'RECENTLY_UPDATED' }),
    learn: ({ shortlinkConnection }) => ({ link: shortlinkConnection.items[0].id }),
  },
  {
    operation: 'updateShortlinks',
    query:
      'mutation ($inputs: [UpdateShortlinkInput!]!) {\n  updateShortlinks(inputs: $inputs) {\n    index ok error\n    shortlink { target title status expiresAt fallbackTarget maxVisits visitsLeft hasPassword utm { source medium } tags note updatedAt }\n  }\n}',
    variables: ({ link }) => ({
      inputs: [
        {
          id: link,
          target: 'https://example.com/a/shorter/way',
          title: null,
          expiresAt: '2999-12-31T00:00:00Z',
          fallbackTarget: 'https://example.com/sold-out',
          maxVisits: 1000,
          utm: { source: 'letter', medium: 'email' },
          tags: ['Spring', 'sale'],
          note: 'For the letter of May',
        },
      ],
    }),
  },
  { operation: 'tags', query: '{ tags { id name color links } }', learn: ({ tags }) => ({ tag: tags[0].id }) },
  {
    operation: 'updateTag',
    query:
      'mutation ($id: ID!, $name: String, $color: String) {\n  updateTag(id: $id, name: $name, color: $color) { id name color links }\n}',
    variables: ({ tag }) => ({ id: tag, name: 'Sales', color: 'green' }),
  },
  {
    operation: 'deleteTag',
    query: 'mutation ($id: ID!) { deleteTag(id: $id) }',
    variables: ({ tag }) => ({ id: tag }),
  },
  {
    operation: 'addShortlinkAlias',
    query:
      'mutation ($id: ID!, $shortlink: String!) {\n  addShortlinkAlias(id: $id, shortlink: $shortlink) { id shortlink shortUrl aliases }\n}',
    variables: ({ link }) => ({ id: link, shortlink: 'hi' }),
  },
  {
    operation: 'removeShortlinkAlias',
    query:
      'mutation ($id: ID!, $shortlink: String!) {\n  removeShortlinkAlias(id: $id, shortlink: $shortlink) { id shortlink aliases }\n}',
    variables: ({ link }) => ({ id: link, shortlink: 'hi' }),
  },
  {
    part: 'Resolve links',
    operation: 'targetUrl',
    as: 'anonymous',
    query: 'query ($shortlink: String!) { targetUrl(shortlink: $shortlink) }',
    variables: () => ({ shortlink: 'hello' }),
  },
  {
    operation: 'getTargetByShortlink',
    as: 'anonymous',
    query:
      'query ($shortlink: String!, $hostname: String) {\n  getTargetByShortlink(shortlink: $shortlink, hostname: $hostname)\n}',
    variables: () => ({ shortlink: 'world' }),
  },
  {
    part: 'Visits',
    operation: 'getShortlinkInfo',
    query:
      'query ($id: ID!) {\n  getShortlinkInfo(id: $id) {\n    shortlink\n    hitCount\n    hits(take: 10) { id ip device redirectedTo createdAt }\n    byCountryGraph { country { name code } count }\n  }\n}',
    variables: ({ link }) => ({ id: link }),
    until: ({ getShortlinkInfo }) => getShortlinkInfo.hitCount === 1,
    learn: ({ getShortlinkInfo }) => ({ hit: getShortlinkInfo.hits[0].id }),
  },
  {
    operation: 'hit',
    query:
      'query ($id: ID!) {\n  hit(id: $id) {\n    ip type isp browser { name version } os { name version } device bot\n    location { city postal country { name code } continent { name code } }\n    timezone { name offset abbreviation }\n    referrer rule redirectedTo createdAt\n    language utm { source medium campaign } firstToday\n  }\n}',
    variables: ({ hit }) => ({ id: hit }),
  },
  {
    operation: 'shortlinkAnalytics',
    query: '{ shortlinkAnalytics { totalLinks trackedLinks totalClicks topLinks { id shortlink hostname hitCount } } }',
    until: ({ shortlinkAnalytics }) => shortlinkAnalytics.totalClicks === 2,
  },
  {
    operation: 'linkVisits',
    query: 'query ($ids: [ID!]!, $days: Int) { linkVisits(ids: $ids, days: $days) { id days } }',
    variables: ({ link, second }) => ({ ids: [link, second, 'no-such-id'], days: 7 }),
  },
  {
    operation: 'analytics',
    query:
      'query ($filter: AnalyticsFilter) {\n  analytics(filter: $filter) {\n    timeZone\n    totals { hits bots visitors }\n    previous { hits bots visitors }\n    breakdown(by: DEVICE, take: 5) { rows { value label hits visitors } other { hits visitors } }\n  }\n}',
    variables: ({ link }) => ({ filter: { linkIds: [link], timeZone: 'Europe/Berlin', bots: 'EXCLUDE' } }),
  },
  {
    operation: 'unknownVisits',
    query: 'query ($days: Int) { unknownVisits(days: $days) { hostname slug hits firstDay lastDay } }',
    variables: () => ({ days: 7 }),
  },
  {
    operation: 'deleteShortlinks',
    query: 'mutation ($ids: [ID!]!) { deleteShortlinks(ids: $ids) { index id ok error } }',
    variables: ({ second }) => ({ ids: [second, 'no-such-id'] }),
  },
  {
    part: 'Bio pages',
    operation: 'createBioPage',
    query:
      'mutation ($input: CreateBioPageInput!) {\n  createBioPage(input: $input) { id slug title theme createdAt }\n}',
    variables: () => ({ input: { slug: 'ada', title: 'Ada', theme: 'ocean' } }),
    learn: ({ createBioPage }) => ({ page: createBioPage.id }),
  },
  {
    operation: 'updateBioPage',
    query:
      'mutation ($id: ID!, $input: UpdateBioPageInput!) {\n  updateBioPage(id: $id, input: $input) { title theme }\n}',
    variables: ({ page }) => ({ id: page, input: { title: 'Ada Lovelace' } }),
  },
  {
    operation: 'addBioLink',
    query:
      'mutation ($bioPageId: ID!, $input: AddBioLinkInput!) {\n  addBioLink(bioPageId: $bioPageId, input: $input) { id label url order }\n}',
    variables: ({ page }) => ({
      bioPageId: page,
      input: { label: 'Write to me', url: 'mailto:ada@example.com', order: 1 },
    }),
    learn: ({ addBioLink }) => ({ bioLink: addBioLink.id }),
  },
  {
    operation: 'updateBioLink',
    query:
      'mutation ($id: ID!, $input: UpdateBioLinkInput!) {\n  updateBioLink(id: $id, input: $input) { label url order }\n}',
    variables: ({ bioLink }) => ({ id: bioLink, input: { label: 'Mail' } }),
  },
  {
    operation: 'bioPage',
    as: 'anonymous',
    query: 'query ($slug: String!) { bioPage(slug: $slug) { title theme links { label url order } } }',
    variables: () => ({ slug: 'ada' }),
  },
  { operation: 'bioPages', query: '{ bioPages { id slug links { label } } }' },
  {
    operation: 'deleteBioLink',
    query: 'mutation ($id: ID!) { deleteBioLink(id: $id) }',
    variables: ({ bioLink }) => ({ id: bioLink }),
  },
  {
    operation: 'deleteBioPage',
    query: 'mutation ($id: ID!) { deleteBioPage(id: $id) }',
    variables: ({ page }) => ({ id: page }),
  },
  {
    part: 'Custom domains',
    operation: 'addDomain',
    query:
      'mutation ($hostname: String!) {\n  addDomain(hostname: $hostname) { id hostname verified verifiedAt sslStatus txtToken createdAt }\n}',
    variables: () => ({ hostname: 'go.example.com' }),
    learn: ({ addDomain }) => ({ domain: addDomain.id }),
  },
  {
    operation: 'verifyDomain',
    query: 'mutation ($id: ID!) { verifyDomain(id: $id) { verified verifiedAt sslStatus } }',
    variables: ({ domain }) => ({ id: domain }),
  },
  { operation: 'domains', query: '{ domains { id hostname verified } }' },
  {
    operation: 'deleteDomain',
    query: 'mutation ($id: ID!) { deleteDomain(id: $id) }',
    variables: ({ domain }) => ({ id: domain }),
  },
  {
    part: 'Webhooks',
    operation: 'createWebhook',
    query:
      'mutation ($input: CreateWebhookInput!) {\n  createWebhook(input: $input) { id url events enabled secret createdAt }\n}',
    variables: ({ hook }) => ({ input: { url: hook, events: ['link.created', 'link.clicked'] } }),
    learn: ({ createWebhook }) => ({ webhook: createWebhook.id }),
  },
  { operation: 'webhooks', query: '{ webhooks { id url events enabled failures } }' },
  {
    operation: 'updateWebhook',
    query:
      'mutation ($id: ID!, $input: UpdateWebhookInput!) {\n  updateWebhook(id: $id, input: $input) { events enabled }\n}',
    variables: ({ webhook }) => ({ id: webhook, input: { events: ['link.created'] } }),
  },
  {
    operation: 'sendTestEvent',
    query:
      'mutation ($webhookId: ID!, $event: String) {\n  sendTestEvent(webhookId: $webhookId, event: $event) { id event status }\n}',
    variables: ({ webhook }) => ({ webhookId: webhook, event: 'link.created' }),
  },
  {
    operation: 'webhookDeliveries',
    query:
      'query ($webhookId: ID!) {\n  webhookDeliveries(webhookId: $webhookId) { id event body status response createdAt }\n}',
    variables: ({ webhook }) => ({ webhookId: webhook }),
    until: ({ webhookDeliveries }) => webhookDeliveries[0]?.status === 'SUCCEEDED',
    learn: ({ webhookDeliveries }) => ({ delivery: webhookDeliveries[0].id }),
  },
  {
    operation: 'replayWebhookDelivery',
    query: 'mutation ($id: ID!) { replayWebhookDelivery(id: $id) { event status } }',
    variables: ({ delivery }) => ({ id: delivery }),
  },
  {
    operation: 'rotateWebhookSecret',
    query: 'mutation ($id: ID!) { rotateWebhookSecret(id: $id) { id secret } }',
    variables: ({ webhook }) => ({ id: webhook }),
  },
  {
    operation: 'deleteWebhook',
    query: 'mutation ($id: ID!) { deleteWebhook(id: $id) }',
    variables: ({ webhook }) => ({ id: webhook }),
  },
  {
    part: 'Plans',
    operation: 'plans',
    as: 'anonymous',
    query: '{ plans { plan interval displayPrice displayPerMonth yearlyTotal links description features priceId } }',
  },
  {
    operation: 'meSub',
    query: '{ meSub { plan status currentPeriodStart currentPeriodEnd cancelAtPeriodEnd anchorDay } }',
  },
  { operation: 'meUsage', query: '{ meUsage { periodStart periodEnd linksCreated refillLinks allowance } }' },
  { operation: 'meAutoRefill', query: '{ meAutoRefill { enabled thresholdPercent refillPackLinks maxMonthlySpend } }' },
  {
    operation: 'updateAutoRefill',
    query:
      'mutation ($input: UpdateAutoRefillInput!) {\n  updateAutoRefill(input: $input) { enabled thresholdPercent refillPackLinks maxMonthlySpend }\n}',
    variables: () => ({ input: { enabled: false, thresholdPercent: 90, refillPackLinks: 500, maxMonthlySpend: 20 } }),
  },
  {
    operation: 'createCheckoutSession',
    query: 'mutation ($priceId: String!) { createCheckoutSession(priceId: $priceId) { url } }',
    variables: ({ price }) => ({ priceId: price }),
  },
  { operation: 'createPortalSession', query: 'mutation { createPortalSession { url } }' },
  { part: 'Service and session', operation: 'ping', as: 'anonymous', query: '{ ping }' },
  {
    operation: 'service',
    as: 'anonymous',
    query: '{ service { version baseUrl mcpUrl signup signupNeedsToken accountNeeded billing cities addressesKept } }',
  },
  { operation: 'logout', query: 'mutation { logout }' },
  { operation: 'deleteAccount', as: 'other', query: 'mutation { deleteAccount }' },
]
