import {
  ANNOTATIONS_PER_ACCOUNT,
  createAnnotation,
  deleteAnnotation,
  annotations as listAnnotations,
  updateAnnotation,
} from '@shortlink/core'
import { fieldsOf } from '../../described.ts'
import { field } from '../../field.ts'
import type { SchemaPart } from '../../schema-part.ts'

/** Notes on days of charts. */
export const annotations: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's annotations of charts, by day."
      annotations(
        ${fieldsOf(listAnnotations.input, { linkId: 'ID', fromDate: 'String', toDate: 'String' })}
      ): [Annotation!]!
    }

    extend type Mutation {
      "Adds a note to a day of the charts of a link, or of the whole account."
      createAnnotation(
        ${fieldsOf(createAnnotation.input, { linkId: 'ID', date: 'String!', text: 'String!' })}
      ): Annotation!
      "Moves an annotation to another day, or replaces its text."
      updateAnnotation(
        ${fieldsOf(updateAnnotation.input, { id: 'ID!', date: 'String', text: 'String' })}
      ): Annotation!
      "Deletes an annotation."
      deleteAnnotation(
        ${fieldsOf(deleteAnnotation.input, { id: 'ID!' })}
      ): Boolean!
    }

    "A note on a day of charts, such as the start of a campaign."
    type Annotation {
      "Unique, stable identifier."
      id: ID!
      "The link; null for the whole account."
      linkId: ID
      "The calendar day, such as 2026-05-01, in the time zone of the chart."
      date: String!
      "The text."
      text: String!
      "When the annotation was created."
      createdAt: DateTime!
    }
  `,
  resolvers: {
    Query: { annotations: field(listAnnotations) },
    Mutation: {
      createAnnotation: field(createAnnotation),
      updateAnnotation: field(updateAnnotation),
      deleteAnnotation: field(deleteAnnotation, { shape: () => true }),
    },
  },
  listSizes: { 'Query.annotations': ANNOTATIONS_PER_ACCOUNT },
}
