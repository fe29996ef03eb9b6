import {
  CAMPAIGN_TEMPLATES_PER_ACCOUNT,
  createCampaignTemplate,
  deleteCampaignTemplate,
  linkDefaults as getLinkDefaults,
  campaignTemplates as listCampaignTemplates,
  replaceCampaignTemplate,
  setLinkDefaults,
} from '@shortlink/core'
import { fieldsOf } from '../../described.ts'
import { field } from '../../field.ts'
import type { SchemaPart } from '../../schema-part.ts'

/** Campaign templates, and the values that the dashboard's form of a new link starts with. */
export const linkDefaults: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's campaign templates, oldest first."
      campaignTemplates: [CampaignTemplate!]!
      "The caller's defaults for new links in the dashboard. Links created through the API do not get them."
      linkDefaults: LinkDefaults!
    }

    extend type Mutation {
      "Saves campaign parameters under a name."
      createCampaignTemplate(
        ${fieldsOf(createCampaignTemplate.input, { name: 'String!', utm: 'UtmInput!' })}
      ): CampaignTemplate!
      "Replaces the name and all parameters of a campaign template. No link changes."
      replaceCampaignTemplate(
        ${fieldsOf(replaceCampaignTemplate.input, { id: 'ID!', name: 'String!', utm: 'UtmInput!' })}
      ): CampaignTemplate!
      "Deletes a campaign template. No link changes."
      deleteCampaignTemplate(
        ${fieldsOf(deleteCampaignTemplate.input, { id: 'ID!' })}
      ): Boolean!
      "Replaces the caller's defaults for new links in the dashboard. Omitted ones are cleared."
      setLinkDefaults(
        ${fieldsOf(setLinkDefaults.input, { domainId: 'ID', tags: '[String!]', campaignTemplateId: 'ID', qrStyleId: 'ID' })}
      ): LinkDefaults!
    }

    "Campaign parameters under a name."
    type CampaignTemplate {
      "Unique, stable identifier."
      id: ID!
      "The name."
      name: String!
      "The campaign parameters."
      utm: Utm!
      "When the template was created."
      createdAt: DateTime!
    }

    "Values that the dashboard's form of a new link starts with. Deleted records are null."
    type LinkDefaults {
      "The custom domain; null for the service's own host."
      domainId: ID
      "Names of tags."
      tags: [String!]!
      "The campaign template; null for none."
      campaignTemplateId: ID
      "The saved QR style; null for plain codes."
      qrStyleId: ID
    }
  `,
  resolvers: {
    Query: { campaignTemplates: field(listCampaignTemplates), linkDefaults: field(getLinkDefaults) },
    Mutation: {
      createCampaignTemplate: field(createCampaignTemplate),
      replaceCampaignTemplate: field(replaceCampaignTemplate),
      deleteCampaignTemplate: field(deleteCampaignTemplate, { shape: () => true }),
      setLinkDefaults: field(setLinkDefaults),
    },
  },
  listSizes: { 'Query.campaignTemplates': CAMPAIGN_TEMPLATES_PER_ACCOUNT },
}
