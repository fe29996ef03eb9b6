import { createLink, deleteLink, LinkUpdate, updateLink } from '@shortlink/core'
import { fieldsOf } from './described.ts'
import { field } from './field.ts'
import { LINK_NAMES, toNewLink } from './links.ts'
import type { SchemaPart } from './schema-part.ts'

/** Mutations of a single link; their errors have codes. */
export const singleLinks: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Mutation {
      "Shortens a URL and returns the link. Title and tracking apply to logged-in callers only."
      addShortlink(
        "The link to create."
        input: CreateShortlinkInput!
      ): Shortlink!
      "Changes a link."
      updateShortlink(
        "The changes."
        input: UpdateShortlinkInput!
      ): Shortlink!
      "Deletes a link with its hits."
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
