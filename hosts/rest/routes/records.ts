import {
  addBioLink,
  addDomain,
  bioPageViews,
  campaignTemplates,
  createApiKey,
  createBioPage,
  createCampaignTemplate,
  createQrStyle,
  createSavedView,
  createWebhook,
  deleteBioLink,
  deleteBioPage,
  deleteCampaignTemplate,
  deleteDomain,
  deleteQrStyle,
  deleteSavedView,
  deleteTag,
  deleteWebhook,
  linkDefaults,
  listApiKeys,
  listBioPages,
  listDomains,
  listTags,
  listWebhookDeliveries,
  listWebhooks,
  qrStyles,
  replaceCampaignTemplate,
  replaceQrStyle,
  replayWebhookDelivery,
  revokeApiKey,
  rotateApiKey,
  rotateWebhookSecret,
  savedViews,
  sendTestEvent,
  setLinkDefaults,
  updateBioLink,
  updateBioPage,
  updateSavedView,
  updateTag,
  updateWebhook,
  verifyDomain,
  type Webhook,
} from '@shortlink/core'
import { list, nothing, one } from '../table/answers.ts'
import { limited } from '../table/limited.ts'
import { type Row, route } from '../table/row.ts'
import { shapeOf } from '../table/shape.ts'

const Tag = shapeOf('Tag')
const SavedView = shapeOf('SavedView')
const CampaignTemplate = shapeOf('CampaignTemplate')
const LinkDefaults = shapeOf('LinkDefaults')
const Domain = shapeOf('Domain')
const QrStyle = shapeOf('SavedQrStyle')
const BioPage = shapeOf('BioPage')
const BioLink = shapeOf('BioLink')
const WebhookShape = shapeOf('Webhook')
const WebhookWithSecret = shapeOf('Webhook', { as: 'WebhookWithSecret' })
const Delivery = shapeOf('WebhookDelivery')
const Key = shapeOf('ApiKey')
const NewKey = shapeOf('CreatedApiKey')

const withSecret = ({ webhook, secret }: { webhook: Webhook; secret: string }) => ({ ...webhook, secret })

/** Operations on records other than links. */
export const recordRoutes: readonly Row[] = [
  route('GET', '/tags', listTags, { summary: 'List tags by name', answer: list(Tag) }),
  route('PATCH', '/tags/{id}', updateTag, {
    summary: 'Rename or recolor a tag',
    description: 'Renaming it to an existing tag merges it into that tag, which is returned.',
    answer: one(Tag),
  }),
  route('DELETE', '/tags/{id}', deleteTag, { summary: 'Delete a tag; its links stay', answer: nothing }),

  route('GET', '/saved-views', savedViews, {
    id: 'listSavedViews',
    summary: 'List saved views of the list of links, oldest first',
    answer: list(SavedView),
  }),
  route('POST', '/saved-views', createSavedView, {
    summary: 'Save filters and sort order of the list of links under a name',
    answer: one(SavedView, { location: ({ id }) => `/saved-views/${id}` }),
  }),
  route('PATCH', '/saved-views/{id}', updateSavedView, {
    summary: 'Rename a saved view, or replace its filters or sort order',
    answer: one(SavedView),
  }),
  route('DELETE', '/saved-views/{id}', deleteSavedView, { summary: 'Delete a saved view', answer: nothing }),

  route('GET', '/campaign-templates', campaignTemplates, {
    id: 'listCampaignTemplates',
    summary: 'List campaign templates, oldest first',
    answer: list(CampaignTemplate),
  }),
  route('POST', '/campaign-templates', createCampaignTemplate, {
    summary: 'Save campaign parameters under a name',
    answer: one(CampaignTemplate, { location: ({ id }) => `/campaign-templates/${id}` }),
  }),
  route('PUT', '/campaign-templates/{id}', replaceCampaignTemplate, {
    summary: 'Replace a campaign template',
    description: 'Replaces its name and all parameters. No link changes.',
    answer: one(CampaignTemplate),
  }),
  route('DELETE', '/campaign-templates/{id}', deleteCampaignTemplate, {
    summary: 'Delete a campaign template',
    answer: nothing,
  }),

  route('GET', '/link-defaults', linkDefaults, {
    id: 'getLinkDefaults',
    summary: 'Get the defaults for new links in the dashboard',
    answer: one(LinkDefaults),
  }),
  route('PUT', '/link-defaults', setLinkDefaults, {
    summary: 'Replace the defaults for new links in the dashboard',
    description: 'Omitted fields are cleared. Links created through the API do not get them.',
    answer: one(LinkDefaults),
  }),

  route('GET', '/domains', listDomains, { summary: 'List custom domains, newest first', answer: list(Domain) }),
  route('POST', '/domains', addDomain, {
    summary: 'Add a custom domain',
    answer: one(Domain, { location: ({ id }) => `/domains/${id}` }),
  }),
  route('POST', '/domains/{id}/verify', verifyDomain, {
    summary: "Check a domain's DNS record",
    description: 'Returns the domain unverified if the record is missing.',
    answer: one(Domain),
  }),
  route('DELETE', '/domains/{id}', deleteDomain, {
    summary: 'Delete a custom domain; its links stop working',
    answer: nothing,
  }),

  route('GET', '/qr-styles', qrStyles, {
    id: 'listQrStyles',
    summary: 'List saved QR styles, oldest first',
    answer: list(QrStyle),
  }),
  route('POST', '/qr-styles', createQrStyle, {
    summary: 'Save the design of QR codes under a name',
    answer: one(QrStyle, { location: ({ id }) => `/qr-styles/${id}` }),
  }),
  route('PUT', '/qr-styles/{id}', replaceQrStyle, {
    summary: 'Replace a saved QR style',
    description: 'Replaces its name and its whole design. Omitted fields get their defaults.',
    answer: one(QrStyle),
  }),
  route('DELETE', '/qr-styles/{id}', deleteQrStyle, { summary: 'Delete a saved QR style', answer: nothing }),

  route('GET', '/bio-pages', listBioPages, { summary: 'List bio pages, newest first', answer: list(BioPage) }),
  route('POST', '/bio-pages', createBioPage, {
    summary: 'Create a bio page',
    answer: one(BioPage, { location: ({ id }) => `/bio-pages/${id}` }),
  }),
  route('PATCH', '/bio-pages/{id}', updateBioPage, { summary: 'Update a bio page', answer: one(BioPage) }),
  route('DELETE', '/bio-pages/{id}', deleteBioPage, { summary: 'Delete a bio page and its links', answer: nothing }),
  route('GET', '/bio-pages/{id}/views', bioPageViews, {
    id: 'listBioPageViews',
    summary: 'List the views of a bio page by UTC day, oldest first',
    answer: list(shapeOf('BioDayViews')),
  }),
  route('POST', '/bio-pages/{id}/links', addBioLink, {
    summary: 'Add a link to a bio page',
    params: { id: 'bioPageId' },
    answer: { ...one(BioLink), status: 201 },
  }),
  route('PATCH', '/bio-pages/{id}/links/{linkId}', updateBioLink, {
    summary: 'Update a link on a bio page',
    params: { id: 'bioPageId', linkId: 'id' },
    answer: one(BioLink),
  }),
  route('DELETE', '/bio-pages/{id}/links/{linkId}', deleteBioLink, {
    summary: 'Delete a link from its bio page',
    params: { id: 'bioPageId', linkId: 'id' },
    answer: nothing,
  }),

  route('GET', '/webhooks', listWebhooks, { summary: 'List webhooks, newest first', answer: list(WebhookShape) }),
  route('POST', '/webhooks', createWebhook, {
    summary: 'Create a webhook',
    description: 'Only this response includes the signing secret.',
    answer: one(WebhookWithSecret, { of: withSecret, location: ({ webhook }) => `/webhooks/${webhook.id}` }),
  }),
  route('PATCH', '/webhooks/{id}', updateWebhook, { summary: 'Update a webhook', answer: one(WebhookShape) }),
  route('DELETE', '/webhooks/{id}', deleteWebhook, {
    summary: 'Delete a webhook and its deliveries',
    answer: nothing,
  }),
  route('POST', '/webhooks/{id}/rotate', rotateWebhookSecret, {
    summary: "Rotate a webhook's signing secret",
    description: 'Only this response includes the new secret. The previous secret also signs for 24 hours.',
    answer: one(WebhookWithSecret, { of: withSecret }),
  }),
  route('POST', '/webhooks/{id}/test', sendTestEvent, {
    summary: 'Send a sample event to a webhook',
    params: { id: 'webhook' },
    answer: one(Delivery),
  }),
  route('GET', '/webhooks/{id}/deliveries', listWebhookDeliveries, {
    summary: 'List the deliveries of a webhook, newest first',
    params: { id: 'webhook' },
    ...limited(listWebhookDeliveries.input),
    answer: list(Delivery),
  }),
  route('POST', '/webhooks/{id}/deliveries/{deliveryId}/replay', replayWebhookDelivery, {
    summary: 'Send a delivery again',
    params: { id: 'webhook', deliveryId: 'id' },
    answer: one(Delivery),
  }),

  route('GET', '/keys', listApiKeys, { summary: 'List API keys, newest first', answer: list(Key) }),
  route('POST', '/keys', createApiKey, {
    summary: 'Create an API key',
    description: 'Only this response includes the secret.',
    answer: one(NewKey, { location: ({ apiKey }) => `/keys/${apiKey.id}` }),
  }),
  route('POST', '/keys/{id}/rotate', rotateApiKey, {
    summary: 'Replace an API key with a new one',
    description:
      'The new key has the same label, scopes, target hosts and expiration. Only this response includes its secret.',
    answer: one(NewKey, { location: ({ apiKey }) => `/keys/${apiKey.id}` }),
  }),
  route('DELETE', '/keys/{id}', revokeApiKey, { summary: 'Revoke an API key immediately', answer: nothing }),
]
