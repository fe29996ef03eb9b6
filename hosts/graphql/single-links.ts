import { createLink, deleteLink, LinkUpdate, updateLink } from '@shortlink/core'
import { fieldsOf } from './described.ts'
import { field } from './field.ts'
import { LINK_NAMES, toNewLink } from './links.ts'
import type { SchemaPart } from './schema-part.ts'

/** Mutations of a single link; their errors have codes. */
export const singleLinks: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Mutation {
      "Creates a link and returns it. Title and tracking apply to authenticated callers only."
      addShortlink(
        "The link to create."
        input: CreateShortlinkInput!
      ): Shortlink!
      "Updates a link."
      updateShortlink(
        "The changes."
        input: UpdateShortlinkInput!
      ): Shortlink!
      "Deletes a link and its hits."
      deleteShortlink(
        ${fieldsOf(LinkUpdate, { id: 'ID!' })}
      ): Boolean!
    }
  `,
  resolvers: {
    Mutation: {
      addShortlink: field(createLink, { args: ({ input }) => toNewLink(input), names: LINK_NAMES }),
      updateShortlink: field(updateLink, { args: ({ input }) => input }),
      deleteShortlink: field(deleteLink),
    },
  },
  rateLimits: { addShortlink: 'create' },
}
