import {
  addBioLink,
  BIO_THEMES,
  bioColorsInput,
  bioPageViews,
  createBioPage,
  deleteBioLink,
  deleteBioPage,
  getBioPage,
  listBioPages,
  updateBioLink,
  updateBioPage,
} from '@shortlink/core'
import { fieldsOf } from '../described.ts'
import { type Args, field } from '../field.ts'
import type { SchemaPart } from '../schema-part.ts'

/** The fields of `input`, merged with the other arguments. */
const spread = ({ input, ...rest }: Args) => ({ ...input, ...rest })

/** The fields of a page that its owner chooses. */
const LOOK = {
  title: 'String',
  text: 'String',
  pictureUrl: 'String',
  theme: 'String',
  colors: 'BioColorsInput',
} as const

/** Public pages of links. */
export const bio: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's bio pages, newest first."
      bioPages: [BioPage!]!
      "The public bio page with this slug."
      bioPage(
        ${fieldsOf(getBioPage.input, { slug: 'String!' })}
      ): BioPage
      "Views of a bio page by UTC day, oldest first; the last day is today."
      bioPageViews(
        ${fieldsOf(bioPageViews.input, { id: 'ID!', days: 'Int = 30' })}
      ): [BioDayViews!]!
    }

    extend type Mutation {
      "Creates a public bio page."
      createBioPage(
        "The page."
        input: CreateBioPageInput!
      ): BioPage!
      "Updates a bio page. Omitted fields keep their values."
      updateBioPage(
        ${fieldsOf(updateBioPage.input, { id: 'ID!' })}
        "The changes."
        input: UpdateBioPageInput!
      ): BioPage!
      "Deletes a bio page and its links. Its slug becomes available again."
      deleteBioPage(
        ${fieldsOf(deleteBioPage.input, { id: 'ID!' })}
      ): Boolean!
      "Adds a link to a bio page. A page has at most 100 links."
      addBioLink(
        ${fieldsOf(addBioLink.input, { bioPageId: 'ID!' })}
        "The link."
        input: AddBioLinkInput!
      ): BioLink!
      "Updates a bio link. Omitted fields keep their values."
      updateBioLink(
        ${fieldsOf(updateBioLink.input, { id: 'ID!' })}
        "The changes."
        input: UpdateBioLinkInput!
      ): BioLink!
      "Deletes a link from its bio page."
      deleteBioLink(
        ${fieldsOf(deleteBioLink.input, { id: 'ID!' })}
      ): Boolean!
    }

    "A public bio page."
    type BioPage {
      "Unique, stable identifier."
      id: ID!
      "The slug in the page's URL, /bio/<slug>."
      slug: String!
      "The heading; null to use the slug."
      title: String
      "A text below the title."
      text: String
      "The URL of a picture, which replaces the initials."
      pictureUrl: String
      "The theme: ${BIO_THEMES.join(', ')}."
      theme: String!
      "Own colors, which replace the ones of the theme; null without them."
      colors: BioColors
      "The page's links, sorted by order, then by creation date."
      links: [BioLink!]!
      "When the page was created."
      createdAt: DateTime!
      "Views by people, bots excluded; null for everyone but the owner."
      views: Int
    }

    "Views of a bio page on one UTC day."
    type BioDayViews {
      "The day, such as 2026-05-01."
      date: String!
      "Views by people, bots excluded."
      views: Int!
    }

    "Own colors of a bio page, each as #rrggbb."
    type BioColors {
      "Background of the page."
      background: String!
      "Color of title and text."
      text: String!
      "Color of the links; their text is black or white."
      button: String!
    }

    "Own colors of a bio page, each as #rrggbb."
    input BioColorsInput {
      ${fieldsOf(bioColorsInput, { background: 'String!', text: 'String!', button: 'String!' })}
    }

    "A link on a bio page."
    type BioLink {
      "Unique, stable identifier."
      id: ID!
      "The link text; null to use the URL."
      label: String
      "The URL the link opens."
      url: String!
      "Sort order, lowest first."
      order: Int!
    }

    "A bio page to create."
    input CreateBioPageInput {
      ${fieldsOf(createBioPage.input, { slug: 'String!', ...LOOK })}
    }

    "Changes to a bio page. Omitted fields keep their values."
    input UpdateBioPageInput {
      ${fieldsOf(updateBioPage.input, LOOK)}
    }

    "A link to add to a bio page."
    input AddBioLinkInput {
      ${fieldsOf(addBioLink.input, { label: 'String', url: 'String!', order: 'Int' })}
    }

    "Changes to a link on a bio page. Omitted fields keep their values."
    input UpdateBioLinkInput {
      ${fieldsOf(updateBioLink.input, { label: 'String', url: 'String', order: 'Int' })}
    }
  `,
  resolvers: {
    Query: { bioPages: field(listBioPages), bioPage: field(getBioPage), bioPageViews: field(bioPageViews) },
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
  listSizes: { 'Query.bioPages': 100, 'Query.bioPageViews': 365, 'BioPage.links': 100 },
}
