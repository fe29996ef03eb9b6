import { deleteTag, listTags, TAGS_PER_ACCOUNT, updateTag } from '@shortlink/core'
import { fieldsOf } from './described.ts'
import { field } from './field.ts'
import type { SchemaPart } from './schema-part.ts'

/** Tags of links, which are created by adding them to links. */
export const tags: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's tags, by name."
      tags: [Tag!]!
    }

    extend type Mutation {
      "Renames or recolors a tag. To the name of another one it merges the two, and the other is returned."
      updateTag(
        ${fieldsOf(updateTag.input, { id: 'ID!', name: 'String', color: 'String' })}
      ): Tag!
      "Deletes a tag. Its links stay."
      deleteTag(
        ${fieldsOf(deleteTag.input, { id: 'ID!' })}
      ): Boolean!
    }

    "A word by which an account groups its links."
    type Tag {
      "Stays the same for the life of the tag."
      id: ID!
      "As it was first written, or last renamed."
      name: String!
      "gray, red, orange, yellow, green, blue, purple or pink."
      color: String!
      "Number of links that have it."
      links: Int!
    }
  `,
  resolvers: {
    Query: { tags: field(listTags) },
    Mutation: { updateTag: field(updateTag), deleteTag: field(deleteTag) },
  },
  listSizes: { 'Query.tags': TAGS_PER_ACCOUNT },
}
