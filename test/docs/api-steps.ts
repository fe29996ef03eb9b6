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
  readonly as?: 'anonymous' | 'other' | 'session' | 'admin'
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
  readonly session: string
  readonly domain: string
  readonly page: string
  readonly bioLink: string
  readonly webhook: string
  readonly delivery: string
  readonly user: string
  readonly qrStyle: string
  readonly share: string
  readonly shareToken: string
  readonly view: string
  readonly template: string
  readonly annotation: string
  readonly anyLink: string
  readonly import: string
}

const PASSWORD = 'engine number nine'
const NEW_PASSWORD = 'difference engine 2'

export const STEPS: readonly Step[] = [
  {
    part: 'Accounts',
    operation: 'signup',
    as: 'anonymous',
    query:
      'mutation ($name: String!, $email: String!, $password: String!) {\n  signup(name: $name, email: $email, password: $password) { token user { id createdAt } }\n}',
    variables: ({ email }) => ({ name: 'Ada', email, password: PASSWORD }),
    learn: ({ signup }) => ({ token: signup.token }),
  },
  {
    operation: 'login',
    as: 'anonymous',
    query: 'mutation ($email: String!, $password: String!) {\n  login(email: $email, password: $password) { token }\n}',
    variables: ({ email }) => ({ email, password: PASSWORD }),
    learn: ({ login }) => ({ token: login.token }),
  },
  {
    operation: 'sessions',
    query: '{ sessions { id browser os lastUsedAt current } }',
    learn: ({ sessions }) => ({ session: sessions.find(({ current }: Answered) => !current)?.id ?? '' }),
  },
  {
    operation: 'endSession',
    query: 'mutation ($id: ID!) { endSession(id: $id) }',
    variables: ({ session }) => ({ id: session }),
  },
  { operation: 'endOtherSessions', query: 'mutation { endOtherSessions }' },
  { operation: 'getUserInfo', query: '{ getUserInfo { id name email createdAt } }' },
  {
    operation: 'setIgnoredAddresses',
    query:
      'mutation ($ignoredAddresses: [String!]!) {\n  setIgnoredAddresses(ignoredAddresses: $ignoredAddresses) { ignoredAddresses }\n}',
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
    operation: 'useResetLink',
    as: 'anonymous',
    query:
      'mutation ($token: String!, $newPassword: String!) {\n  useResetLink(token: $token, newPassword: $newPassword)\n}',
    variables: () => ({ token: 'ac9b4c6e-31d5-4c6f-8a52-5b9d7c1f4b1a', newPassword: 'difference engine 3' }),
  },
  {
    operation: 'createApiKey',
    query:
      'mutation ($label: String!, $expiresAt: String, $scopes: [String!], $targetHosts: [String!]) {\n  createApiKey(label: $label, expiresAt: $expiresAt, scopes: $scopes, targetHosts: $targetHosts) { secret apiKey { id } }\n}',
    variables: () => ({
      label: 'website',
      expiresAt: '2999-12-31T00:00:00Z',
      scopes: ['links:create'],
      targetHosts: ['.example.com'],
    }),
    learn: ({ createApiKey }) => ({ key: createApiKey.apiKey.id }),
  },
  {
    operation: 'rotateApiKey',
    query:
      'mutation ($id: ID!, $overlapHours: Int) {\n  rotateApiKey(id: $id, overlapHours: $overlapHours) { secret apiKey { id rotatedFrom } }\n}',
    variables: ({ key }) => ({ id: key, overlapHours: 0 }),
  },
  { operation: 'getApiKeys', query: '{ getApiKeys { id label prefix last4 lastUsedAt } }' },
  {
    operation: 'revokeApiKey',
    query: 'mutation ($id: ID!) { revokeApiKey(id: $id) }',
    variables: ({ key }) => ({ id: key }),
  },
  {
    part: 'Connected apps',
    operation: 'pendingApp',
    query: 'query ($uid: String!) {\n  pendingApp(uid: $uid) { name host scopes preselectedScopes }\n}',
    variables: () => ({ uid: 'pK3dW0hL4mZc9sXvQ1yTe' }),
  },
  {
    operation: 'approveApp',
    query: 'mutation ($uid: String!, $scopes: [String!]!) {\n  approveApp(uid: $uid, scopes: $scopes)\n}',
    variables: () => ({ uid: 'pK3dW0hL4mZc9sXvQ1yTe', scopes: ['links:read'] }),
  },
  {
    operation: 'denyApp',
    query: 'mutation ($uid: String!) { denyApp(uid: $uid) }',
    variables: () => ({ uid: 'pK3dW0hL4mZc9sXvQ1yTe' }),
  },
  {
    operation: 'connectedApps',
    query: '{ connectedApps { id name host scopes } }',
  },
  {
    operation: 'disconnectApp',
    query: 'mutation ($id: ID!) { disconnectApp(id: $id) }',
    variables: () => ({ id: '0190f1d0-5a3e-7c40-8b1a-2f6d5c4b3a29' }),
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
    query: 'mutation ($input: CreateShortlinkInput!) {\n  addShortlink(input: $input) { id shortUrl createdAt }\n}',
    variables: () => ({ input: { target: 'https://example.com/spring', shortlink: 'spring', title: 'Spring' } }),
    learn: ({ addShortlink }) => ({ third: addShortlink.id }),
  },
  {
    operation: 'updateShortlink',
    query: 'mutation ($input: UpdateShortlinkInput!) {\n  updateShortlink(input: $input) { title updatedAt }\n}',
    variables: ({ third }) => ({ input: { id: third, target: 'https://example.com/spring-sale', title: null } }),
  },
  {
    operation: 'upsertShortlink',
    query:
      'mutation ($externalId: String!, $input: UpsertShortlinkInput!) {\n  upsertShortlink(externalId: $externalId, input: $input) { id shortlink }\n}',
    variables: () => ({
      externalId: 'product-42',
      input: { target: 'https://example.com/products/42', shortlink: 'red-shoes' },
    }),
  },
  {
    operation: 'deleteShortlink',
    query: 'mutation ($id: ID!) { deleteShortlink(id: $id) }',
    variables: ({ third }) => ({ id: third }),
  },
  {
    operation: 'createShortlinks',
    query:
      'mutation ($inputs: [CreateShortlinkInput!]!) {\n  createShortlinks(inputs: $inputs) { index ok error shortlink { id } }\n}',
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
      'query ($skip: Int, $take: Int, $search: String, $status: LinkStatus, $sort: LinkSort) {\n  shortlinkConnection(skip: $skip, take: $take, search: $search, status: $status, sort: $sort) {\n    totalCount\n    items { id shortlink target hitCount status }\n  }\n}',
    variables: () => ({ skip: 0, take: 10, search: 'greet', status: 'ACTIVE', sort: 'RECENTLY_UPDATED' }),
    learn: ({ shortlinkConnection }) => ({ link: shortlinkConnection.items[0].id }),
  },
  {
    operation: 'updateShortlinks',
    query:
      'mutation ($inputs: [UpdateShortlinkInput!]!) {\n  updateShortlinks(inputs: $inputs) { index ok error shortlink { status visitsLeft } }\n}',
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
        },
      ],
    }),
  },
  { operation: 'tags', query: '{ tags { id name color links } }', learn: ({ tags }) => ({ tag: tags[0].id }) },
  {
    operation: 'updateTag',
    query:
      'mutation ($id: ID!, $name: String, $color: String) {\n  updateTag(id: $id, name: $name, color: $color) { id links }\n}',
    variables: ({ tag }) => ({ id: tag, name: 'Sales', color: 'green' }),
  },
  {
    operation: 'deleteTag',
    query: 'mutation ($id: ID!) { deleteTag(id: $id) }',
    variables: ({ tag }) => ({ id: tag }),
  },
  {
    operation: 'createSavedView',
    query:
      'mutation ($name: String!, $filter: SavedViewFilterInput!, $sort: LinkSort) {\n  createSavedView(name: $name, filter: $filter, sort: $sort) { id }\n}',
    variables: () => ({
      name: 'Spring, most visited',
      filter: { tags: ['Spring'], hasRules: false },
      sort: 'MOST_VISITED',
    }),
    learn: ({ createSavedView }) => ({ view: createSavedView.id }),
  },
  {
    operation: 'savedViews',
    query: '{ savedViews { id name filter { tags hasRules } sort } }',
  },
  {
    operation: 'updateSavedView',
    query: 'mutation ($id: ID!, $name: String) { updateSavedView(id: $id, name: $name) { id name } }',
    variables: ({ view }) => ({ id: view, name: 'Spring' }),
  },
  {
    operation: 'deleteSavedView',
    query: 'mutation ($id: ID!) { deleteSavedView(id: $id) }',
    variables: ({ view }) => ({ id: view }),
  },
  {
    operation: 'createCampaignTemplate',
    query: 'mutation ($name: String!, $utm: UtmInput!) {\n  createCampaignTemplate(name: $name, utm: $utm) { id }\n}',
    variables: () => ({ name: 'Newsletter', utm: { source: 'newsletter', medium: 'email' } }),
    learn: ({ createCampaignTemplate }) => ({ template: createCampaignTemplate.id }),
  },
  { operation: 'campaignTemplates', query: '{ campaignTemplates { id name utm { source medium } } }' },
  {
    operation: 'replaceCampaignTemplate',
    query:
      'mutation ($id: ID!, $name: String!, $utm: UtmInput!) {\n  replaceCampaignTemplate(id: $id, name: $name, utm: $utm) { utm { source medium } }\n}',
    variables: ({ template }) => ({ id: template, name: 'Mail', utm: { medium: 'email' } }),
  },
  {
    operation: 'setLinkDefaults',
    query:
      'mutation ($tags: [String!], $campaignTemplateId: ID) {\n  setLinkDefaults(tags: $tags, campaignTemplateId: $campaignTemplateId) { tags }\n}',
    variables: ({ template }) => ({ tags: ['Spring'], campaignTemplateId: template }),
  },
  { operation: 'linkDefaults', query: '{ linkDefaults { domainId tags campaignTemplateId qrStyleId } }' },
  {
    operation: 'deleteCampaignTemplate',
    query: 'mutation ($id: ID!) { deleteCampaignTemplate(id: $id) }',
    variables: ({ template }) => ({ id: template }),
  },
  {
    operation: 'addShortlinkAlias',
    query:
      'mutation ($id: ID!, $shortlink: String!) {\n  addShortlinkAlias(id: $id, shortlink: $shortlink) { aliases }\n}',
    variables: ({ link }) => ({ id: link, shortlink: 'hi' }),
  },
  {
    operation: 'removeShortlinkAlias',
    query:
      'mutation ($id: ID!, $shortlink: String!) {\n  removeShortlinkAlias(id: $id, shortlink: $shortlink) { aliases }\n}',
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
      'query ($id: ID!) {\n  getShortlinkInfo(id: $id) {\n    shortlink\n    hitCount\n    hits(take: 10) { id ip device createdAt }\n  }\n}',
    variables: ({ link }) => ({ id: link }),
    until: ({ getShortlinkInfo }) => getShortlinkInfo.hitCount === 1,
    learn: ({ getShortlinkInfo }) => ({ hit: getShortlinkInfo.hits[0].id }),
  },
  {
    operation: 'hit',
    query:
      'query ($id: ID!) {\n  hit(id: $id) {\n    ip browser { name version } os { name } device bot\n    location { city country { name code } }\n    referrer rule redirectedTo createdAt language utm { source } firstToday\n  }\n}',
    variables: ({ hit }) => ({ id: hit }),
  },
  {
    operation: 'shortlinkAnalytics',
    query: '{ shortlinkAnalytics { totalLinks trackedLinks totalClicks topLinks { id hitCount } } }',
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
    operation: 'createStatShare',
    query:
      'mutation ($linkId: ID, $cards: [StatCard!]) {\n  createStatShare(linkId: $linkId, cards: $cards) { url share { id } }\n}',
    variables: ({ link }) => ({ linkId: link, cards: ['SOURCES', 'LOCATIONS'] }),
    learn: ({ createStatShare: { share, url } }) => ({
      share: share.id,
      shareToken: url.slice(url.lastIndexOf('/') + 1),
    }),
  },
  {
    operation: 'statShares',
    query: '{ statShares { id name cards expiresAt } }',
  },
  {
    operation: 'sharedAnalytics',
    as: 'anonymous',
    query:
      'query ($token: String!) {\n  sharedAnalytics(token: $token) { name totals { hits visitors } breakdown(by: COUNTRY, take: 5) { rows { label hits } } }\n}',
    variables: ({ shareToken }) => ({ token: shareToken }),
  },
  {
    operation: 'updateStatShare',
    query:
      'mutation ($id: ID!, $cards: [StatCard!], $showVisits: Boolean) {\n  updateStatShare(id: $id, cards: $cards, showVisits: $showVisits) { cards showVisits }\n}',
    variables: ({ share }) => ({ id: share, cards: ['LOCATIONS'], showVisits: true }),
  },
  {
    operation: 'deleteStatShare',
    query: 'mutation ($id: ID!) { deleteStatShare(id: $id) }',
    variables: ({ share }) => ({ id: share }),
  },
  {
    operation: 'createAnnotation',
    query:
      'mutation ($linkId: ID, $date: String!, $text: String!) {\n  createAnnotation(linkId: $linkId, date: $date, text: $text) { id }\n}',
    variables: ({ link }) => ({ linkId: link, date: '2026-05-01', text: 'Newsletter sent' }),
    learn: ({ createAnnotation }) => ({ annotation: createAnnotation.id }),
  },
  {
    operation: 'annotations',
    query:
      'query ($linkId: ID, $fromDate: String, $toDate: String) {\n  annotations(linkId: $linkId, fromDate: $fromDate, toDate: $toDate) { id date text }\n}',
    variables: ({ link }) => ({ linkId: link, fromDate: '2026-05-01', toDate: '2026-05-31' }),
  },
  {
    operation: 'updateAnnotation',
    query:
      'mutation ($id: ID!, $date: String, $text: String) {\n  updateAnnotation(id: $id, date: $date, text: $text) { date text }\n}',
    variables: ({ annotation }) => ({ id: annotation, date: '2026-05-02' }),
  },
  {
    operation: 'deleteAnnotation',
    query: 'mutation ($id: ID!) { deleteAnnotation(id: $id) }',
    variables: ({ annotation }) => ({ id: annotation }),
  },
  {
    operation: 'createImport',
    query: 'mutation ($name: String!) { createImport(name: $name) { id state } }',
    variables: () => ({ name: 'links.csv' }),
    learn: ({ createImport }) => ({ import: createImport.id }),
  },
  {
    operation: 'addImportPart',
    query:
      'mutation ($id: ID!, $index: Int!, $text: String!, $last: Boolean) {\n  addImportPart(id: $id, index: $index, text: $text, last: $last) { state characters }\n}',
    variables: ({ import: id }) => ({ id, index: 0, text: 'slug,target\nimported,https://example.com/\n', last: true }),
  },
  {
    operation: 'updateImport',
    query:
      'mutation ($id: ID!, $acceptedLosses: [String!]) { updateImport(id: $id, acceptedLosses: $acceptedLosses) { state } }',
    variables: ({ import: id }) => ({ id, acceptedLosses: ['password'] }),
  },
  {
    operation: 'latestImport',
    query: '{ latestImport { id state report { planned created present skipped problems { row reason message } } } }',
    until: ({ latestImport }) => latestImport.state === 'READY',
  },
  {
    operation: 'startImport',
    query: 'mutation ($id: ID!) { startImport(id: $id) { state } }',
    variables: ({ import: id }) => ({ id }),
  },
  {
    operation: 'cancelImport',
    query: 'mutation ($id: ID!) { cancelImport(id: $id) { state } }',
    variables: ({ import: id }) => ({ id }),
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
    part: 'QR styles',
    operation: 'createQrStyle',
    query:
      'mutation ($name: String!, $color: String, $frame: QrFrame, $caption: String) {\n  createQrStyle(name: $name, color: $color, frame: $frame, caption: $caption) { id }\n}',
    variables: () => ({ name: 'Poster', color: '#1b2a41', frame: 'FRAME', caption: 'Scan me' }),
    learn: ({ createQrStyle }) => ({ qrStyle: createQrStyle.id }),
  },
  { operation: 'qrStyles', query: '{ qrStyles { id name color frame caption } }' },
  {
    operation: 'replaceQrStyle',
    query:
      'mutation ($id: ID!, $name: String!, $roundness: Int) {\n  replaceQrStyle(id: $id, name: $name, roundness: $roundness) { color frame }\n}',
    variables: ({ qrStyle }) => ({ id: qrStyle, name: 'Round', roundness: 50 }),
  },
  {
    operation: 'deleteQrStyle',
    query: 'mutation ($id: ID!) { deleteQrStyle(id: $id) }',
    variables: ({ qrStyle }) => ({ id: qrStyle }),
  },
  {
    part: 'Bio pages',
    operation: 'createBioPage',
    query: 'mutation ($input: CreateBioPageInput!) {\n  createBioPage(input: $input) { id }\n}',
    variables: () => ({ input: { slug: 'ada', title: 'Ada', theme: 'ocean' } }),
    learn: ({ createBioPage }) => ({ page: createBioPage.id }),
  },
  {
    operation: 'updateBioPage',
    query: 'mutation ($id: ID!, $input: UpdateBioPageInput!) {\n  updateBioPage(id: $id, input: $input) { theme }\n}',
    variables: ({ page }) => ({
      id: page,
      input: {
        title: 'Ada Lovelace',
        text: 'Engines and letters',
        pictureUrl: 'https://example.com/ada.jpg',
        colors: { background: '#fdf6ec', text: '#1b2a41', button: '#7a3e9d' },
      },
    }),
  },
  {
    operation: 'addBioLink',
    query:
      'mutation ($bioPageId: ID!, $input: AddBioLinkInput!) {\n  addBioLink(bioPageId: $bioPageId, input: $input) { id }\n}',
    variables: ({ page }) => ({
      bioPageId: page,
      input: { label: 'Write to me', url: 'mailto:ada@example.com', order: 1 },
    }),
    learn: ({ addBioLink }) => ({ bioLink: addBioLink.id }),
  },
  {
    operation: 'updateBioLink',
    query:
      'mutation ($id: ID!, $input: UpdateBioLinkInput!) {\n  updateBioLink(id: $id, input: $input) { label url }\n}',
    variables: ({ bioLink }) => ({ id: bioLink, input: { label: 'Mail' } }),
  },
  {
    operation: 'bioPage',
    as: 'anonymous',
    query: 'query ($slug: String!) { bioPage(slug: $slug) { title theme links { label url } } }',
    variables: () => ({ slug: 'ada' }),
  },
  { operation: 'bioPages', query: '{ bioPages { id slug links { label } } }' },
  {
    operation: 'bioPageViews',
    query: 'query ($id: ID!, $days: Int) { bioPageViews(id: $id, days: $days) { date views } }',
    variables: ({ page }) => ({ id: page, days: 2 }),
  },
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
    query: 'mutation ($hostname: String!) {\n  addDomain(hostname: $hostname) { id verified sslStatus txtToken }\n}',
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
    query: 'mutation ($input: CreateWebhookInput!) {\n  createWebhook(input: $input) { id secret }\n}',
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
    query: 'query ($webhookId: ID!) {\n  webhookDeliveries(webhookId: $webhookId) { id event body status response }\n}',
    variables: ({ webhook }) => ({ webhookId: webhook }),
    until: ({ webhookDeliveries }) => webhookDeliveries.every(({ status }: Answered) => status === 'SUCCEEDED'),
    learn: ({ webhookDeliveries }) => ({ delivery: webhookDeliveries[0].id }),
  },
  {
    operation: 'replayWebhookDelivery',
    query: 'mutation ($id: ID!) { replayWebhookDelivery(id: $id) { event status } }',
    variables: ({ delivery }) => ({ id: delivery }),
  },
  {
    operation: 'rotateWebhookSecret',
    query: 'mutation ($id: ID!) { rotateWebhookSecret(id: $id) { secret } }',
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
    query: '{ plans { plan interval displayPrice links priceId } }',
  },
  {
    operation: 'meSub',
    query: '{ meSub { plan status currentPeriodEnd cancelAtPeriodEnd } }',
  },
  { operation: 'meUsage', query: '{ meUsage { periodStart periodEnd linksCreated refillLinks allowance } }' },
  { operation: 'meAutoRefill', query: '{ meAutoRefill { enabled thresholdPercent refillPackLinks maxMonthlySpend } }' },
  {
    operation: 'updateAutoRefill',
    query: 'mutation ($input: UpdateAutoRefillInput!) {\n  updateAutoRefill(input: $input) { refillPackLinks }\n}',
    variables: () => ({ input: { enabled: false, thresholdPercent: 90, refillPackLinks: 500, maxMonthlySpend: 20 } }),
  },
  {
    operation: 'createCheckoutSession',
    query: 'mutation ($priceId: String!) { createCheckoutSession(priceId: $priceId) { url } }',
    variables: ({ price }) => ({ priceId: price }),
  },
  { operation: 'createPortalSession', query: 'mutation { createPortalSession { url } }' },
  {
    part: 'Audit log',
    operation: 'auditLog',
    query:
      'query ($take: Int, $targetId: ID) {\n  auditLog(take: $take, targetId: $targetId) {\n    items { at actor surface action targetKind targetId changed }\n    nextCursor\n  }\n}',
    variables: ({ second }) => ({ take: 2, targetId: second }),
  },
  {
    part: 'Administration',
    operation: 'adminUsers',
    as: 'admin',
    query:
      'query ($search: String) {\n  adminUsers(search: $search) { items { id email role plan links } totalCount }\n}',
    variables: ({ email }) => ({ search: email }),
    learn: ({ adminUsers }) => ({ user: adminUsers.items[0].id }),
  },
  {
    operation: 'adminSetUserDisabled',
    as: 'admin',
    query: 'mutation ($id: ID!, $disabled: Boolean!) {\n  adminSetUserDisabled(id: $id, disabled: $disabled)\n}',
    variables: ({ user }) => ({ id: user, disabled: false }),
  },
  {
    operation: 'adminCreateResetLink',
    as: 'admin',
    query: 'mutation ($id: ID!) {\n  adminCreateResetLink(id: $id) { url expiresAt }\n}',
    variables: ({ user }) => ({ id: user }),
  },
  {
    operation: 'adminLinks',
    as: 'admin',
    query:
      'query ($host: String) {\n  adminLinks(host: $host, take: 1) { items { id shortUrl target ownerEmail disabled } totalCount }\n}',
    variables: () => ({ host: 'example.com' }),
    learn: ({ adminLinks }) => ({ anyLink: adminLinks.items[0].id }),
  },
  {
    operation: 'adminSetLinkDisabled',
    as: 'admin',
    query: 'mutation ($id: ID!, $disabled: Boolean!) {\n  adminSetLinkDisabled(id: $id, disabled: $disabled)\n}',
    variables: ({ anyLink }) => ({ id: anyLink, disabled: true }),
  },
  {
    operation: 'adminBlockHost',
    as: 'admin',
    query: 'mutation ($host: String!, $reason: String) {\n  adminBlockHost(host: $host, reason: $reason)\n}',
    variables: () => ({ host: '.evil.example', reason: 'phishing' }),
  },
  {
    operation: 'adminBlockedHosts',
    as: 'admin',
    query: '{ adminBlockedHosts(search: "evil") { items { host reason source } totalCount } }',
  },
  {
    operation: 'adminUnblockHost',
    as: 'admin',
    query: 'mutation ($host: String!) {\n  adminUnblockHost(host: $host)\n}',
    variables: () => ({ host: '.evil.example' }),
  },
  {
    operation: 'adminReports',
    as: 'admin',
    query:
      'query ($resolved: Boolean) {\n  adminReports(resolved: $resolved) {\n    items { id url reason host } totalCount\n  }\n}',
    variables: () => ({ resolved: false }),
  },
  {
    operation: 'adminResolveReport',
    as: 'admin',
    query: 'mutation ($id: ID!, $block: Boolean!) {\n  adminResolveReport(id: $id, block: $block)\n}',
    variables: () => ({ id: '0190f1d0-5a3e-7c40-8b1a-2f6d5c4b3a29', block: true }),
  },
  {
    operation: 'adminCreateInvite',
    as: 'admin',
    query: 'mutation { adminCreateInvite { code url expiresAt } }',
  },
  { operation: 'adminStats', as: 'admin', query: '{ adminStats { accounts links openReports } }' },
  { part: 'Service and session', operation: 'ping', as: 'anonymous', query: '{ ping }' },
  {
    operation: 'service',
    as: 'anonymous',
    query: '{ service { version baseUrl mcpUrl signup billing } }',
  },
  { operation: 'logout', query: 'mutation { logout }' },
  { operation: 'deleteAccount', as: 'other', query: 'mutation { deleteAccount }' },
]
