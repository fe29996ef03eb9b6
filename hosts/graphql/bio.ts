import {
  addBioLink,
  createBioPage,
  deleteBioLink,
  deleteBioPage,
  getBioPage,
  listBioPages,
  updateBioLink,
  updateBioPage,
} from '@shortlink/core'
import { type Args, field } from './field.ts'
import type { SchemaPart } from './schema-part.ts'

/** The fields of `input`, beside the arguments that say what it is for. */
const spread = ({ input, ...rest }: Args) => ({ ...input, ...rest })

/** Public pages of links. */
export const bio: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's bio pages, newest first."
      bioPages: [BioPage!]!
      "The bio page that the public sees under a slug."
      bioPage(
        "The page's slug, case and all."
        slug: String!
      ): BioPage
    }

    extend type Mutation {
      "Opens a public page of links."
      createBioPage(
        "The page."
        input: CreateBioPageInput!
      ): BioPage!
      "Changes a page; what is left out stays as it is."
      updateBioPage(
        "The page's id."
        id: ID!
        "The changes."
        input: UpdateBioPageInput!
      ): BioPage!
      "Deletes a page with its links; its slug is free again."
      deleteBioPage(
        "The page's id."
        id: ID!
      ): Boolean!
      "Adds a link to a page, which takes at most 100."
      addBioLink(
        "The page's id."
        bioPageId: ID!
        "The link."
        input: AddBioLinkInput!
      ): BioLink!
      "Changes a link; what is left out stays as it is."
      updateBioLink(
        "The link's id."
        id: ID!
        "The changes."
        input: UpdateBioLinkInput!
      ): BioLink!
      "Takes a link off its page."
      deleteBioLink(
        "The link's id."
        id: ID!
      ): Boolean!
    }

    "A public page of links."
    type BioPage {
      "Names it to the operations that change it."
      id: ID!
      "The page's address ends in it: /bio/<slug>."
      slug: String!
      "Heads the page; the slug does where there is none."
      title: String
      "How the page looks: light, dark, auto, ocean, forest, sunset or mono."
      theme: String!
      "What the page leads to, by order, then by creation."
      links: [BioLink!]!
      "When the page was opened."
      createdAt: DateTime!
    }

    "A link on a bio page."
    type BioLink {
      "Names it to the operations that change it."
      id: ID!
      "What the page calls it; where it leads, if there is none."
      label: String
      "Where it leads."
      url: String!
      "Lower ones come first."
      order: Int!
    }

    "A bio page to open."
    input CreateBioPageInput {
      "1 to 100 of A-Z a-z 0-9 _ -. Bio pages have a namespace of their own."
      slug: String!
      "At most 200 characters."
      title: String
      "light, dark, auto, ocean, forest, sunset or mono; light if left out."
      theme: String
    }

    "What to change of a bio page. Null clears the title and makes the theme light again."
    input UpdateBioPageInput {
      "At most 200 characters."
      title: String
      "light, dark, auto, ocean, forest, sunset or mono."
      theme: String
    }

    "A link to add to a bio page."
    input AddBioLinkInput {
      "At most 200 characters."
      label: String
      "A web page, or an address such as mailto:, tel:, sms:, geo:, facetime:, whatsapp:, tg:, xmpp:, signal: or maps:."
      url: String!
      "Lower ones come first; 0 if left out."
      order: Int
    }

    "What to change of a link on a bio page. Null clears the label and makes the order 0 again."
    input UpdateBioLinkInput {
      "At most 200 characters."
      label: String
      "A web page, or an address such as mailto:, tel:, sms:, geo:, facetime:, whatsapp:, tg:, xmpp:, signal: or maps:."
      url: String
      "Lower ones come first."
      order: Int
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
