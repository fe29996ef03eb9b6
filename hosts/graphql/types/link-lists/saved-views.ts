import {
  createSavedView,
  deleteSavedView,
  savedViews as listSavedViews,
  updateSavedView,
  VIEWS_PER_ACCOUNT,
} from '@shortlink/core'
import { fieldsOf } from '../../described.ts'
import { field } from '../../field.ts'
import type { SchemaPart } from '../../schema-part.ts'
import { LINK_LIST_TYPES } from '../link-option-types.ts'

const { skip: _, take: __, after: ___, sort, ...FILTER_TYPES } = LINK_LIST_TYPES

/** Filters and sort order of the list of links under a name. */
export const savedViews: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's saved views of the list of links, oldest first."
      savedViews: [SavedView!]!
    }

    extend type Mutation {
      "Saves filters and sort order of the list of links under a name."
      createSavedView(
        ${fieldsOf(createSavedView.input, { name: 'String!', filter: 'SavedViewFilterInput!', sort })}
      ): SavedView!
      "Renames a saved view, or replaces its filters or sort order."
      updateSavedView(
        ${fieldsOf(updateSavedView.input, { id: 'ID!', name: 'String', filter: 'SavedViewFilterInput', sort: 'LinkSort' })}
      ): SavedView!
      "Deletes a saved view. No link changes."
      deleteSavedView(
        ${fieldsOf(deleteSavedView.input, { id: 'ID!' })}
      ): Boolean!
    }

    "The filters of a saved view: the arguments of shortlinkConnection."
    input SavedViewFilterInput {
      ${fieldsOf(createSavedView.input.shape.filter, FILTER_TYPES)}
    }

    "Filters and sort order of the list of links under a name."
    type SavedView {
      "Unique, stable identifier."
      id: ID!
      "The name."
      name: String!
      "The filters."
      filter: SavedViewFilter!
      "The sort order."
      sort: LinkSort!
      "When the view was created."
      createdAt: DateTime!
    }

    "The filters of a saved view; null fields filter nothing. Pass them to shortlinkConnection."
    type SavedViewFilter {
      "Text in slug, alias, target or title."
      search: String
      "Tags that links have, all of them."
      tags: [String!]
      "The status of links."
      status: LinkStatus
      "False for links that are not archived, true for archived links, null for both."
      archived: Boolean
      "Tags that links do not have."
      withoutTags: [String!]
      "When links were created, at the earliest."
      createdFrom: DateTime
      "When links were created, before this time."
      createdTo: DateTime
      "Whether links have routing rules."
      hasRules: Boolean
      "Whether links have a password."
      hasPassword: Boolean
      "Whether links have a visit limit."
      hasLimit: Boolean
      "Whether links have campaign parameters."
      hasCampaign: Boolean
      "The custom domain of links, which may have been deleted since."
      domainId: ID
    }
  `,
  resolvers: {
    Query: { savedViews: field(listSavedViews) },
    Mutation: {
      createSavedView: field(createSavedView),
      updateSavedView: field(updateSavedView),
      deleteSavedView: field(deleteSavedView, { shape: () => true }),
    },
  },
  listSizes: { 'Query.savedViews': VIEWS_PER_ACCOUNT },
}
