import { expect } from 'vitest'
import { follow, newAccount } from './api.ts'
import type { TestDns } from './dns.ts'
import { PRESENT_ALIAS } from './id-operations.ts'
import { waitFor } from './wait-for.ts'

/**
 * Interval for waiting until visits are stored and deliveries sent. Tests create many such accounts concurrently, and each request is work
 * for the server.
 */
const WAIT = { interval: 250 }

/** Every record of such an account contains this text. */
export const MARK = 'belongs-to-the-owner'

/** Creates an account with one record of every kind that has an id; `ids` maps the kind to the id. */
export async function ownerOfEverything(url: string, dns: TestDns) {
  const account = await newAccount(url)
  const slug = `owned-${account.id.slice(-12)}`
  const hostname = `${slug}.${MARK}.example`
  const made = await account.ask(
    `mutation ($slug: String!, $mark: String!, $host: String!) {
      createShortlinks(inputs: [{ target: "https://example.com/${MARK}", shortlink: $slug, title: $mark }]) { shortlink { id } }
      createApiKey(label: $mark) { secret apiKey { id } }
      addDomain(hostname: $host) { id txtToken }
      createWebhook(input: { url: "http://127.0.0.1:9/${MARK}", events: ["bio.viewed"] }) { id }
      createBioPage(input: { slug: $slug, title: $mark }) { id }
      createStatShare(origins: ["https://${MARK}.example"]) { share { id } }
      createAnnotation(date: "2026-05-01", text: $mark) { id }
      createSavedView(name: $mark, filter: {}) { id }
      createQrStyle(name: $mark) { id }
      createCampaignTemplate(name: $mark, utm: { source: $mark }) { id }
      createImport(name: $mark) { id }
    }`,
    { slug, mark: MARK, host: hostname },
  )
  const {
    createShortlinks,
    createApiKey,
    addDomain,
    createWebhook,
    createBioPage,
    createStatShare,
    createAnnotation,
    createSavedView,
    createQrStyle,
    createCampaignTemplate,
    createImport,
  } = made.data
  dns.txt(`_shortlink.${hostname}`, `shortlink-verify=${addDomain.txtToken}`)
  await account.ask(
    `mutation ($id: ID!) {
      first: addImportPart(id: $id, index: 0, text: "slug,target") { id }
      last: addImportPart(id: $id, index: 1, text: "", last: true) { id }
    }`,
    { id: createImport.id },
  )
  await waitFor(async () => {
    const { data } = await account.ask('{ latestImport { state } }')
    expect(data.latestImport.state).toBe('READY')
  }, WAIT)
  const more = await account.ask(
    `mutation ($page: ID!, $webhook: ID!, $domain: ID!, $domainId: String!) {
      addBioLink(bioPageId: $page, input: { url: "https://example.com/${MARK}", label: "${MARK}" }) { id }
      sendTestEvent(webhookId: $webhook) { id }
      verifyDomain(id: $domain) { verified }
      createShortlinks(inputs: [
        { target: "https://example.com/${MARK}", shortlink: "sample-slug", domainId: $domainId, tags: ["${MARK}"] }
      ]) { shortlink { id } }
    }`,
    { page: createBioPage.id, webhook: createWebhook.id, domain: addDomain.id, domainId: addDomain.id },
  )
  const domainLink = more.data.createShortlinks[0].shortlink.id as string
  const last = await account.ask(
    `mutation ($id: ID!) { addShortlinkAlias(id: $id, shortlink: "${PRESENT_ALIAS}") { aliases } }`,
    { id: domainLink },
  )
  expect(last.data.addShortlinkAlias.aliases).toEqual([PRESENT_ALIAS])
  const [tag] = (await account.ask('{ tags { id } }')).data.tags
  await follow(url, slug)
  const link = createShortlinks[0].shortlink.id as string
  const webhook = createWebhook.id as string
  const history = `query ($link: ID!, $webhook: ID!) {
    getShortlinkInfo(id: $link) { hitCount hits { id } }
    webhookDeliveries(webhookId: $webhook) { attempts status }
  }`
  const { data } = await waitFor(async () => {
    const answer = await account.ask(history, { link, webhook })
    expect(answer.data).toMatchObject({ getShortlinkInfo: { hitCount: 1 }, webhookDeliveries: [{}] })
    // On a busy machine it may be tried again before it is read.
    expect(answer.data.webhookDeliveries[0].attempts).toBeGreaterThan(0)
    return answer
  }, WAIT)
  const [session] = (await account.ask('{ sessions { id } }')).data.sessions
  const ids: Readonly<Record<string, string>> = {
    account: account.id,
    link,
    'link on a domain': domainLink,
    tag: tag.id,
    'API key': createApiKey.apiKey.id,
    session: session.id,
    domain: addDomain.id,
    webhook,
    'webhook delivery': more.data.sendTestEvent.id,
    'bio page': createBioPage.id,
    'stat share': createStatShare.share.id,
    annotation: createAnnotation.id,
    'saved view': createSavedView.id,
    'QR style': createQrStyle.id,
    'campaign template': createCampaignTemplate.id,
    import: createImport.id,
    'bio link': more.data.addBioLink.id,
    hit: data.getShortlinkInfo.hits[0].id,
  }
  return { ...account, ids, apiKey: createApiKey.secret as string }
}
