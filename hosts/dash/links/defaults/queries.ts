import { graphql } from '../../api/graphql.ts'

/** Changes of defaults and campaign templates. */
export const SET_DEFAULTS = graphql(
  `mutation ($domainId: ID, $tags: [String!], $campaignTemplateId: ID, $qrStyleId: ID) {
    setLinkDefaults(domainId: $domainId, tags: $tags, campaignTemplateId: $campaignTemplateId, qrStyleId: $qrStyleId) { tags }
  }`,
)
export const CREATE_TEMPLATE = graphql(
  'mutation ($name: String!, $utm: UtmInput!) { createCampaignTemplate(name: $name, utm: $utm) { id } }',
)
export const REPLACE_TEMPLATE = graphql(
  'mutation ($id: ID!, $name: String!, $utm: UtmInput!) { replaceCampaignTemplate(id: $id, name: $name, utm: $utm) { id } }',
)
export const DELETE_TEMPLATE = graphql('mutation ($id: ID!) { deleteCampaignTemplate(id: $id) }')
