import { queryOptions } from '@tanstack/preact-query'
import { ask } from '../../api/ask.ts'
import { type AnswerOf, graphql } from '../../api/graphql.ts'

const ANNOTATION = graphql('fragment Annotation on Annotation { id linkId date text }')
const ANNOTATIONS = graphql('query ($linkId: ID) { annotations(linkId: $linkId) { ...Annotation } }', [ANNOTATION])
export const CREATE_ANNOTATION = graphql(
  'mutation ($linkId: ID, $date: String!, $text: String!) { createAnnotation(linkId: $linkId, date: $date, text: $text) { id } }',
)
export const UPDATE_ANNOTATION = graphql(
  'mutation ($id: ID!, $date: String, $text: String) { updateAnnotation(id: $id, date: $date, text: $text) { id } }',
)
export const DELETE_ANNOTATION = graphql('mutation ($id: ID!) { deleteAnnotation(id: $id) }')

export type Annotation = AnswerOf<typeof ANNOTATIONS>['annotations'][number]

/** The first part of the keys of {@link annotations}. */
export const ANNOTATIONS_KEY = 'annotations'

/** The annotations of the chart of a link, with the account's own; of all links only the latter. */
export const annotations = (linkId: string | undefined) =>
  queryOptions({
    queryKey: [ANNOTATIONS_KEY, linkId ?? 'all'],
    queryFn: async ({ signal }) => {
      const answer = await ask(ANNOTATIONS, { linkId: linkId ?? null }, { signal })
      return answer.annotations.filter((annotation) => linkId !== undefined || annotation.linkId === null)
    },
    staleTime: 60_000,
  })
