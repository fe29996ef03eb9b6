import { countHitsByCountry, getHit, type Hit, type Link, listHits } from '@shortlink/core'
import { fieldsOf } from '../described.ts'
import { field } from '../field.ts'
import type { SchemaPart } from '../schema-part.ts'
import { namedContinent, namedCountry, toCountryCount, zoneAt } from './places.ts'

/** Recorded visits and their counts. */
export const hits: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "One visit to one of the caller's links."
      hit(
        ${fieldsOf(getHit.input, { id: 'ID!' })}
      ): Hit
    }

    extend type Shortlink {
      "Recorded visits, newest first."
      hits(
        ${fieldsOf(listHits.input, { take: 'Int = 100', skip: 'Int = 0', before: 'ID' })}
      ): [Hit!]
      "Recorded visits by country, most first."
      byCountryGraph: [CountryCount!]
    }

    "A recorded visit. Unknown facts about the visitor are null."
    type Hit {
      "Unique identifier; ids sort by time."
      id: ID!
      "The visitor's IP address, or its network if the operator anonymizes addresses."
      ip: String!
      "The IP version: IPv4 or IPv6."
      type: String!
      "The operator of the visitor's network."
      isp: String
      "The browser, from the user agent."
      browser: Software
      "The operating system, from the user agent."
      os: Software
      "The time zone of the visitor's IP address."
      timezone: Timezone
      "The location of the visitor's IP address."
      location: Location!
      "When the visit happened."
      createdAt: DateTime!
      "The referring page, without its query."
      referrer: String
      "desktop, mobile, tablet, bot or other."
      device: String!
      "Whether the visitor is a bot."
      bot: Boolean!
      "The zero-based index of the rule that matched; null if none did."
      rule: Int
      "The URL the visitor was redirected to, without the visitor's own path and query; null for a preview."
      redirectedTo: String
      "The first language of the visitor's browser, such as en."
      language: String
      "The campaign parameters of the visitor's query or, if it has none, of the destination URL, which includes the link's own."
      utm: Utm
      "The reference parameter of the visitor's query."
      ref: String
      "Whether this is the visitor's first visit to the link on that UTC day; null if visitors were not counted."
      firstToday: Boolean
    }

    "A browser or an operating system."
    type Software {
      "The name, such as Firefox or iOS."
      name: String!
      "The version, as precise as the user agent reports it."
      version: String
    }

    "A time zone, as of the visit."
    type Timezone {
      "IANA name, such as Europe/Rome."
      name: String!
      "Seconds east of UTC."
      offset: Int!
      "The abbreviation, such as CET, or an offset if English has none."
      abbreviation: String!
    }

    "The location of an IP address."
    type Location {
      "City name, in English if the geo data has it."
      city: String
      "Postal code."
      postal: String
      "Country, from the geo data."
      country: Country
      "Continent, from the geo data."
      continent: Continent
    }

    "A country."
    type Country {
      "The name, in English."
      name: String!
      "ISO 3166-1 alpha-2 code; ZZ if unknown."
      code: String!
    }

    "A continent."
    type Continent {
      "The name, in English."
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
      hits: field(listHits, { ofNew: [], args: (args, link: Link) => ({ ...args, link: link.id }) }),
      byCountryGraph: field(countHitsByCountry, {
        ofNew: [],
        args: (_args, link: Link) => ({ link: link.id }),
        shape: (counts) => counts.map(toCountryCount),
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
