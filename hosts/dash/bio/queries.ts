import { queryOptions } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { type AnswerOf, graphql, type InputOf } from '../api/graphql.ts'

const PAGES = graphql(
  'query { bioPages { id slug title text pictureUrl theme colors { background text button } views links { id label url order } } }',
)
const VIEWS = graphql('query ($id: ID!) { bioPageViews(id: $id) { date views } }')

/** Changes of bio pages and their links. */
export const CREATE_PAGE = graphql(
  'mutation ($slug: String!, $title: String) { createBioPage(input: { slug: $slug, title: $title }) { id } }',
)
export const CHANGE_PAGE = graphql(
  'mutation ($id: ID!, $input: UpdateBioPageInput!) { updateBioPage(id: $id, input: $input) { id } }',
)
export const DELETE_PAGE = graphql('mutation ($id: ID!) { deleteBioPage(id: $id) }')
export const ADD_LINK = graphql(
  'mutation ($id: ID!, $label: String, $url: String!, $order: Int) { addBioLink(bioPageId: $id, input: { label: $label, url: $url, order: $order }) { id } }',
)
export const CHANGE_LINK = graphql(
  'mutation ($id: ID!, $label: String, $url: String, $order: Int) { updateBioLink(id: $id, input: { label: $label, url: $url, order: $order }) { id } }',
)
export const DELETE_LINK = graphql('mutation ($id: ID!) { deleteBioLink(id: $id) }')

/** A bio page with its links in their order. */
export type BioPage = AnswerOf<typeof PAGES>['bioPages'][number]
export type BioLink = BioPage['links'][number]
export type BioDay = AnswerOf<typeof VIEWS>['bioPageViews'][number]
export type NewPage = InputOf<typeof CREATE_PAGE>

/** All bio pages of the account, newest first; at most 100. */
export const bioPages = queryOptions({
  queryKey: ['bio'],
  queryFn: ({ signal }) => ask(PAGES, {}, { signal }).then((answer) => answer.bioPages),
})

/** The views of a page on each of the last 30 UTC days, oldest first. */
export const pageViews = (id: string) =>
  queryOptions({
    queryKey: ['bio', id, 'views'],
    queryFn: ({ signal }) => ask(VIEWS, { id }, { signal }).then((answer) => answer.bioPageViews),
  })
