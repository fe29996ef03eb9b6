import { deleteTag, listTags, TAGS_PER_ACCOUNT, updateTag } from '@shortlink/core'
import { fieldsOf } from '../described.ts'
import { field } from '../field.ts'
import type { SchemaPart } from '../schema-part.ts'

/** Tags of links, which are created by adding them to links. */
export const tags: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's tags, sorted by name."
      tags: [Tag!]!
    }

    extend type Mutation {
      "Renames or recolors a tag. Renaming it to an existing tag merges them."
      updateTag(
        ${fieldsOf(updateTag.input, { id: 'ID!', name: 'String', color: 'String' })}
      ): Tag!
      "Deletes a tag. Its links are not deleted."
      deleteTag(
        ${fieldsOf(deleteTag.input, { id: 'ID!' })}
      ): Boolean!
    }

    "A label for grouping links."
    type Tag {
      "Unique, stable identifier."
      id: ID!
      "The name, as first written or last renamed."
      name: String!
      "gray, red, orange, yellow, green, blue, purple or pink."
      color: String!
      "Number of links with this tag."
      links: Int!
    }
  `,
  resolvers: {
    Query: { tags: field(listTags) },
    Mutation: { updateTag: field(updateTag), deleteTag: field(deleteTag) },
  },
  listSizes: { 'Query.tags': TAGS_PER_ACCOUNT },
}
