import { createLink, deleteLink, updateLink, upsertLink } from '@shortlink/core'
import { LinkUpdate } from '@shortlink/core/host'
import { fieldsOf } from '../described.ts'
import { field } from '../field.ts'
import type { SchemaPart } from '../schema-part.ts'
import { NEW_LINK_TYPES } from './link-option-types.ts'
import { LINK_NAMES, toNewLink } from './links.ts'

const { reuse: _reuse, externalId: _externalId, ...UPSERT_TYPES } = NEW_LINK_TYPES

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
      "Creates a link with an externalId, or updates the link that has it, except for slug and domain. Returns the link."
      upsertShortlink(
        ${fieldsOf(upsertLink.input, { externalId: 'String!' })}
        "The link to create, or the changes. Null resets a field of an existing link to its default."
        input: UpsertShortlinkInput!
      ): Shortlink!
      "Deletes a link and its hits."
      deleteShortlink(
        ${fieldsOf(LinkUpdate, { id: 'ID!' })}
      ): Boolean!
    }

    "A link to create or update. Omitted fields of an existing link keep their values."
    input UpsertShortlinkInput {
      ${fieldsOf(upsertLink.input, { target: 'String!', ...UPSERT_TYPES })}
    }
  `,
  resolvers: {
    Mutation: {
      addShortlink: field(createLink, { args: ({ input }) => toNewLink(input), names: LINK_NAMES }),
      updateShortlink: field(updateLink, { args: ({ input }) => input }),
      upsertShortlink: field(upsertLink, {
        args: ({ externalId, input: { shortlink: slug, ...rest } }) => ({ slug, ...rest, externalId }),
        names: LINK_NAMES,
      }),
      deleteShortlink: field(deleteLink),
    },
  },
  rateLimits: { addShortlink: 'create', upsertShortlink: 'create' },
}
