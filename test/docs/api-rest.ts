import type { Client } from '@shortlink/client'
import type { Known } from './api-steps.ts'

type Method = Exclude<keyof Client, 'paginate'>

/** A REST request that docs/api.md shows, with the status of its response. */
export interface RestExample {
  readonly method: Method
  readonly path: string
  readonly status: number
}

/** The REST operations of GraphQL operations. Names in braces are values of {@link Known}. */
export const REST: Readonly<Record<string, `${Method} ${string}`>> = {
  sessions: 'GET /me/sessions',
  endSession: 'DELETE /me/sessions/{session}',
  endOtherSessions: 'DELETE /me/sessions',
  getUserInfo: 'GET /me',
  setIgnoredAddresses: 'PATCH /me',
  createApiKey: 'POST /keys',
  rotateApiKey: 'POST /keys/{key}/rotate',
  getApiKeys: 'GET /keys',
  revokeApiKey: 'DELETE /keys/{key}',
  createShortlink: 'POST /links',
  addShortlink: 'POST /links',
  updateShortlink: 'PATCH /links/{third}',
  upsertShortlink: 'PUT /links/by-external-id/product-42',
  deleteShortlink: 'DELETE /links/{third}',
  createShortlinks: 'POST /links/bulk',
  shortlinkConnection: 'GET /links?limit=10&search=greet&status=ACTIVE',
  updateShortlinks: 'PATCH /links/bulk',
  tags: 'GET /tags',
  updateTag: 'PATCH /tags/{tag}',
  deleteTag: 'DELETE /tags/{tag}',
  addShortlinkAlias: 'POST /links/{link}/aliases',
  removeShortlinkAlias: 'DELETE /links/{link}/aliases/hi',
  getShortlinkInfo: 'GET /links/{link}/hits?limit=10',
  hit: 'GET /hits/{hit}',
  shortlinkAnalytics: 'GET /links/totals',
  analytics: 'GET /analytics?linkIds={link}&timeZone=Europe/Berlin&bots=EXCLUDE&breakdown=DEVICE&take=5&previous=true',
  createStatShare: 'POST /stat-shares',
  statShares: 'GET /stat-shares',
  sharedAnalytics: 'GET /shared/{shareToken}?breakdown=COUNTRY&take=5',
  updateStatShare: 'PATCH /stat-shares/{share}',
  deleteStatShare: 'DELETE /stat-shares/{share}',
  createAnnotation: 'POST /annotations',
  annotations: 'GET /annotations?linkId={link}&fromDate=2026-05-01&toDate=2026-05-31',
  updateAnnotation: 'PATCH /annotations/{annotation}',
  deleteAnnotation: 'DELETE /annotations/{annotation}',
  createSavedView: 'POST /saved-views',
  savedViews: 'GET /saved-views',
  updateSavedView: 'PATCH /saved-views/{view}',
  deleteSavedView: 'DELETE /saved-views/{view}',
  createCampaignTemplate: 'POST /campaign-templates',
  campaignTemplates: 'GET /campaign-templates',
  replaceCampaignTemplate: 'PUT /campaign-templates/{template}',
  deleteCampaignTemplate: 'DELETE /campaign-templates/{template}',
  setLinkDefaults: 'PUT /link-defaults',
  linkDefaults: 'GET /link-defaults',
  createQrStyle: 'POST /qr-styles',
  qrStyles: 'GET /qr-styles',
  replaceQrStyle: 'PUT /qr-styles/{qrStyle}',
  deleteQrStyle: 'DELETE /qr-styles/{qrStyle}',
  createImport: 'POST /imports',
  addImportPart: 'POST /imports/{import}/parts',
  updateImport: 'PATCH /imports/{import}',
  latestImport: 'GET /imports',
  startImport: 'POST /imports/{import}/start',
  cancelImport: 'POST /imports/{import}/cancel',
  unknownVisits: 'GET /unknown-visits?days=7',
  deleteShortlinks: 'DELETE /links/bulk',
  createBioPage: 'POST /bio-pages',
  updateBioPage: 'PATCH /bio-pages/{page}',
  addBioLink: 'POST /bio-pages/{page}/links',
  updateBioLink: 'PATCH /bio-pages/{page}/links/{bioLink}',
  bioPages: 'GET /bio-pages',
  bioPageViews: 'GET /bio-pages/{page}/views?days=2',
  deleteBioLink: 'DELETE /bio-pages/{page}/links/{bioLink}',
  deleteBioPage: 'DELETE /bio-pages/{page}',
  addDomain: 'POST /domains',
  verifyDomain: 'POST /domains/{domain}/verify',
  domains: 'GET /domains',
  deleteDomain: 'DELETE /domains/{domain}',
  createWebhook: 'POST /webhooks',
  webhooks: 'GET /webhooks',
  updateWebhook: 'PATCH /webhooks/{webhook}',
  sendTestEvent: 'POST /webhooks/{webhook}/test',
  webhookDeliveries: 'GET /webhooks/{webhook}/deliveries',
  replayWebhookDelivery: 'POST /webhooks/{webhook}/deliveries/{delivery}/replay',
  rotateWebhookSecret: 'POST /webhooks/{webhook}/rotate',
  deleteWebhook: 'DELETE /webhooks/{webhook}',
  plans: 'GET /plans',
  meSub: 'GET /me/subscription',
  meUsage: 'GET /me/usage',
  meAutoRefill: 'GET /me/auto-refill',
  updateAutoRefill: 'PATCH /me/auto-refill',
  auditLog: 'GET /audit?limit=2&targetId={second}',
  deleteAccount: 'DELETE /me',
}

/** They allow no dry run, and may be repeated. */
const WITHOUT_DRY_RUN = ['verifyDomain', 'sendTestEvent']

/** Whether the example of an operation is sent after the GraphQL request: it reads what that request waits for. */
export const isRead = (operation: string) => REST[operation]?.startsWith('GET') === true

/** Sends the REST request of a GraphQL operation by the SDK, with the same values. A write is a dry run: the GraphQL request then does the work. */
export async function restExample(
  client: Client,
  operation: string,
  variables: Readonly<Record<string, unknown>>,
  known: Known,
): Promise<RestExample | undefined> {
  const [method, template] = (REST[operation]?.split(' ') ?? []) as [Method?, string?]
  if (method === undefined || template === undefined) return undefined
  const path = template.replace(/\{(\w+)\}/g, (_, name: keyof Known) => known[name])
  const body = bodyOf(variables)
  const hasBody = method !== 'GET' && (method !== 'DELETE' || path.endsWith('/bulk')) && Object.keys(body).length > 0
  const isDry = method !== 'GET' && !WITHOUT_DRY_RUN.includes(operation)
  const call = client[method] as unknown as AnyCall
  const { error, response } = await call(path, {
    ...(hasBody && { body }),
    params: { header: isDry ? { 'Dry-Run': 'true' } : {} },
  })
  if (response === undefined || error) throw new Error(`${method} ${path}`, { cause: error })
  return { method, path, status: response.status }
}

/** A method of the SDK for paths that are not known when the types are checked. */
type AnyCall = (path: string, init: object) => Promise<{ error?: unknown; response?: Response }>

/** The members of GraphQL variables by their names in REST. Ids of the record and of the one that it belongs to are in the path. */
function bodyOf({ id, bioPageId, webhookId, externalId, input, ...rest }: Readonly<Record<string, unknown>>): object {
  const { id: _, ...members } = (input ?? rest) as Readonly<Record<string, unknown>>
  return JSON.parse(JSON.stringify(members).replaceAll('"shortlink":', '"slug":'))
}
