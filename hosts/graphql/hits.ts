import { countHitsByCountry, getHit, type Hit, type Link, listHits } from '@shortlink/core'
import { field } from './field.ts'
import { namedContinent, namedCountry, UNKNOWN_COUNTRY, zoneAt } from './places.ts'
import type { SchemaPart } from './schema-part.ts'

/** Recorded visits and their sums. */
export const hits: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "One visit of one of the caller's links."
      hit(
        "The hit's id."
        id: ID!
      ): Hit
    }

    extend type Shortlink {
      "Recorded visits, newest first; at most 1000 at a time."
      hits(
        "How many to return."
        take: Int = 100
        "How many to pass over."
        skip: Int = 0
      ): [Hit!]
      "All recorded visits by country, most first."
      byCountryGraph: [CountryCount!]
    }

    "A recorded visit. What is unknown of the visitor is null."
    type Hit {
      "Ids order by time."
      id: ID!
      "The visitor's address, or its network if the operator keeps no more."
      ip: String!
      "IPv4 or IPv6."
      type: String!
      "Who runs the visitor's network."
      isp: String
      "What the visitor's user agent says it is."
      browser: Software
      "What the visitor's user agent says it runs on."
      os: Software
      "Where the visitor's address is, by the clock."
      timezone: Timezone
      "Where the visitor's address is, on the map."
      location: Location!
      "When the visit was."
      createdAt: DateTime!
      "The page the visitor came from, without its query."
      referrer: String
      "desktop, mobile, tablet, bot or other."
      device: String!
      "Whether the visitor is a program."
      bot: Boolean!
      "The place, from 0, of the rule that decided; null when the link's own target did."
      rule: Int
      "Where the visitor was sent."
      redirectedTo: String!
    }

    "A browser or an operating system."
    type Software {
      "Such as Firefox or iOS."
      name: String!
      "As precise as the user agent tells it."
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
      "In English, as far as the geo data goes."
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

    "How many visits came from a country."
    type CountryCount {
      "Where the visits came from."
      country: Country!
      "How many there were."
      count: Int!
    }
  `,
  resolvers: {
    Query: { hit: field(getHit) },
    Shortlink: {
      hits: field(listHits, { args: ({ take, skip }, link: Link) => ({ link: link.id, take, skip }) }),
      byCountryGraph: field(countHitsByCountry, {
        args: (_args, link: Link) => ({ link: link.id }),
        shape: (sums) =>
          sums.map(({ country, count }) => ({ country: country ? namedCountry(country) : UNKNOWN_COUNTRY, count })),
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
  // There are 250 countries, but few links have visits from more than 100; the bytes of an answer are bounded apart from its cost.
  listSizes: { 'Shortlink.hits': 100, 'Shortlink.byCountryGraph': 100 },
}
