import { type AnswerOf, graphql, type InputOf } from '../../api/graphql.ts'

/** A saved view of the list. */
export const VIEW = graphql(
  `fragment View on SavedView {
    id name sort
    filter { search tags status archived withoutTags createdFrom createdTo hasRules hasPassword hasLimit hasCampaign domainId }
  }`,
)
export const CREATE_VIEW = graphql(
  'mutation ($name: String!, $filter: SavedViewFilterInput!, $sort: LinkSort) { createSavedView(name: $name, filter: $filter, sort: $sort) { ...View } }',
  [VIEW],
)
export const UPDATE_VIEW = graphql(
  'mutation ($id: ID!, $name: String, $filter: SavedViewFilterInput, $sort: LinkSort) { updateSavedView(id: $id, name: $name, filter: $filter, sort: $sort) { ...View } }',
  [VIEW],
)
export const DELETE_VIEW = graphql('mutation ($id: ID!) { deleteSavedView(id: $id) }')

/** Filters and sort order of the list under a name. */
export type View = AnswerOf<typeof VIEW>
/** The filters and the sort order of a view. */
export type ViewContent = Pick<InputOf<typeof CREATE_VIEW>, 'filter' | 'sort'>
