import {
  campaignTemplates,
  createCampaignTemplate,
  createSavedView,
  deleteCampaignTemplate,
  deleteSavedView,
  deleteTag,
  linkDefaults,
  listTags,
  replaceCampaignTemplate,
  savedViews,
  setLinkDefaults,
  updateSavedView,
  updateTag,
} from '@shortlink/core'
import { list, nothing, one } from '../table/answers.ts'
import { type Row, route } from '../table/row.ts'
import { shapeOf } from '../table/shape.ts'

const Tag = shapeOf('Tag')
const SavedView = shapeOf('SavedView')
const CampaignTemplate = shapeOf('CampaignTemplate')
const LinkDefaults = shapeOf('LinkDefaults')

/** Operations on tags, saved views, campaign templates and defaults. */
export const organizingRoutes: readonly Row[] = [
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
]
