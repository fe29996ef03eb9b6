import { type AnswerOf, graphql, type InputOf } from '../../api/graphql.ts'
import { VIEW } from '../queries.ts'

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
