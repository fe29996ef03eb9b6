import { countHitsByCountry, getHit, type Hit, type Link, listHits } from '@shortlink/core'
import { fieldsOf } from './described.ts'
import { field } from './field.ts'
import { namedContinent, namedCountry, UNKNOWN_COUNTRY, zoneAt } from './places.ts'
import type { SchemaPart } from './schema-part.ts'

/** Recorded visits and their counts. */
export const hits: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "One visit of one of the caller's links."
      hit(
        ${fieldsOf(getHit.input, { id: 'ID!' })}
      ): Hit
    }

    extend type Shortlink {
      "Recorded visits, newest first."
      hits(
        ${fieldsOf(listHits.input, { take: 'Int = 100', skip: 'Int = 0', before: 'ID' })}
      ): [Hit!]
      "All recorded visits by country, most first."
      byCountryGraph: [CountryCount!]
    }

    "A recorded visit. Unknown facts about the visitor are null."
    type Hit {
      "Ids order by time."
      id: ID!
      "The visitor's address, or its network if the operator keeps no more."
      ip: String!
      "IPv4 or IPv6."
      type: String!
      "The operator of the visitor's network."
      isp: String
      "The browser, by the visitor's user agent."
      browser: Software
      "The operating system, by the visitor's user agent."
      os: Software
      "The time zone of the visitor's address."
      timezone: Timezone
      "The location of the visitor's address."
      location: Location!
      "When the visit was."
      createdAt: DateTime!
      "The page the visitor came from, without its query."
      referrer: String
      "desktop, mobile, tablet, bot or other."
      device: String!
      "Whether the visitor is a program."
      bot: Boolean!
      "The position, from 0, of the rule that decided; null if the link's own target did."
      rule: Int
      "Where the visitor was sent, before the visitor's own path and query were added; null for a preview."
      redirectedTo: String
      "The language that the visitor's browser names first, such as en."
      language: String
      "The campaign parameters of the visitor's query; without any, those of the address that the link leads to, which has the link's own."
      utm: Utm
      "The value of the reference parameter in the visitor's query."
      ref: String
      "Whether it is the visitor's first visit to the link on that UTC day; null where visitors were not counted."
      firstToday: Boolean
    }

    "A browser or an operating system."
    type Software {
      "Such as Firefox or iOS."
      name: String!
      "As precise as the user agent reports it."
      version: String
    }

    "A time zone as it was at the visit."
    type Timezone {
      "IANA name, such as Europe/Rome."
      name: String!
      "Seconds east of UTC."
      offset: Int!
      "Such as CET, or an offset where English has no name for it."
      abbreviation: String!
    }

    "Where a visitor's address is."
    type Location {
      "In English, where the geo data has it."
      city: String
      "Postal code."
      postal: String
      "By the geo data."
      country: Country
      "By the geo data."
      continent: Continent
    }

    "A country."
    type Country {
      "In English."
      name: String!
      "ISO 3166-1 alpha-2; ZZ for unknown."
      code: String!
    }

    "A continent."
    type Continent {
      "In English."
      name: String!
      "AF, AN, AS, EU, NA, OC or SA."
      code: String!
    }

    "The number of visits from a country."
    type CountryCount {
      "The country of the visits."
      country: Country!
      "The number of visits."
      count: Int!
    }
  `,
  resolvers: {
    Query: { hit: field(getHit) },
    Shortlink: {
      hits: field(listHits, { args: (args, link: Link) => ({ ...args, link: link.id }) }),
      byCountryGraph: field(countHitsByCountry, {
        args: (_args, link: Link) => ({ link: link.id }),
        shape: (counts) =>
          counts.map(({ country, count }) => ({ country: country ? namedCountry(country) : UNKNOWN_COUNTRY, count })),
      }),
    },
    Hit: {
      createdAt: ({ at }: Hit) => at,
      timezone: ({ timezone, at }: Hit) => timezone && zoneAt(timezone, at),
      location: ({ city, postal, country, continent }: Hit) => ({
        city,
        postal,
        country: country && namedCountry(country),
        continent: continent && namedContinent(continent),
      }),
    },
  },
  // Few links have visits from more than 100 of the 250 countries; the size of a response has a separate limit.
  listSizes: { 'Shortlink.hits': 100, 'Shortlink.byCountryGraph': 100 },
}
