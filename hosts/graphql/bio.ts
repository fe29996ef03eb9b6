import {
  addBioLink,
  BIO_THEMES,
  createBioPage,
  deleteBioLink,
  deleteBioPage,
  getBioPage,
  listBioPages,
  updateBioLink,
  updateBioPage,
} from '@shortlink/core'
import { fieldsOf } from './described.ts'
import { type Args, field } from './field.ts'
import type { SchemaPart } from './schema-part.ts'

/** The fields of `input`, merged with the other arguments. */
const spread = ({ input, ...rest }: Args) => ({ ...input, ...rest })

/** Public pages of links. */
export const bio: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's bio pages, newest first."
      bioPages: [BioPage!]!
      "The public bio page under a slug."
      bioPage(
        ${fieldsOf(getBioPage.input, { slug: 'String!' })}
      ): BioPage
    }

    extend type Mutation {
      "Creates a public page of links."
      createBioPage(
        "The page."
        input: CreateBioPageInput!
      ): BioPage!
      "Changes a page; what is left out stays as it is."
      updateBioPage(
        ${fieldsOf(updateBioPage.input, { id: 'ID!' })}
        "The changes."
        input: UpdateBioPageInput!
      ): BioPage!
      "Deletes a page with its links; its slug is free again."
      deleteBioPage(
        ${fieldsOf(deleteBioPage.input, { id: 'ID!' })}
      ): Boolean!
      "Adds a link to a page, which takes at most 100."
      addBioLink(
        ${fieldsOf(addBioLink.input, { bioPageId: 'ID!' })}
        "The link."
        input: AddBioLinkInput!
      ): BioLink!
      "Changes a link; what is left out stays as it is."
      updateBioLink(
        ${fieldsOf(updateBioLink.input, { id: 'ID!' })}
        "The changes."
        input: UpdateBioLinkInput!
      ): BioLink!
      "Takes a link off its page."
      deleteBioLink(
        ${fieldsOf(deleteBioLink.input, { id: 'ID!' })}
      ): Boolean!
    }

    "A public page of links."
    type BioPage {
      "Stays the same for the life of the page."
      id: ID!
      "The end of the page's address: /bio/<slug>."
      slug: String!
      "The heading; the slug is the heading if it is null."
      title: String
      "The page's colors: ${BIO_THEMES.join(', ')}."
      theme: String!
      "The page's links, by order, then by creation."
      links: [BioLink!]!
      "When the page was created."
      createdAt: DateTime!
    }

    "A link on a bio page."
    type BioLink {
      "Stays the same for the life of the link."
      id: ID!
      "What visitors read; the address if it is null."
      label: String
      "Where the link leads."
      url: String!
      "Links with lower numbers come first."
      order: Int!
    }

    "A bio page to create."
    input CreateBioPageInput {
      ${fieldsOf(createBioPage.input, { slug: 'String!', title: 'String', theme: 'String' })}
    }

    "Changes to a bio page. What is left out stays as it is."
    input UpdateBioPageInput {
      ${fieldsOf(updateBioPage.input, { title: 'String', theme: 'String' })}
    }

    "A link to add to a bio page."
    input AddBioLinkInput {
      ${fieldsOf(addBioLink.input, { label: 'String', url: 'String!', order: 'Int' })}
    }

    "Changes to a link on a bio page. What is left out stays as it is."
    input UpdateBioLinkInput {
      ${fieldsOf(updateBioLink.input, { label: 'String', url: 'String', order: 'Int' })}
    }
  `,
  resolvers: {
    Query: { bioPages: field(listBioPages), bioPage: field(getBioPage) },
    Mutation: {
      createBioPage: field(createBioPage, { args: spread }),
      updateBioPage: field(updateBioPage, { args: spread }),
      deleteBioPage: field(deleteBioPage),
      addBioLink: field(addBioLink, { args: spread }),
      updateBioLink: field(updateBioLink, { args: spread }),
      deleteBioLink: field(deleteBioLink),
    },
  },
  rateLimits: { bioPage: 'bio' },
  listSizes: { 'Query.bioPages': 100, 'BioPage.links': 100 },
}
