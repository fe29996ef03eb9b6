import type { Place } from '@shortlink/core'

/** A network of visitors in a separate country. */
interface Network {
  /** The first three bytes of its IP addresses. */
  readonly prefix: string
  /** The `Accept-Language` of most of its visitors. */
  readonly language: string
  /** The places of its visitors: the code and name of a region, and a city. */
  readonly places: readonly (readonly [region: string, subdivision: string, city: string])[]
}

/** The networks, each with its share of all visitors. */
export const NETWORKS: readonly (readonly [Network, number])[] = [
  [
    {
      prefix: '8.8.8',
      language: 'en-US,en;q=0.9',
      places: [
        ['US-NY', 'New York', 'New York'],
        ['US-CA', 'California', 'Los Angeles'],
        ['US-CA', 'California', 'San Francisco'],
        ['US-TX', 'Texas', 'Austin'],
        ['US-IL', 'Illinois', 'Chicago'],
        ['US-WA', 'Washington', 'Seattle'],
      ],
    },
    24,
  ],
  [
    {
      prefix: '81.2.69',
      language: 'en-GB,en;q=0.9',
      places: [
        ['GB-ENG', 'England', 'London'],
        ['GB-ENG', 'England', 'Manchester'],
        ['GB-SCT', 'Scotland', 'Edinburgh'],
      ],
    },
    13,
  ],
  [
    {
      prefix: '80.128.0',
      language: 'de-DE,de;q=0.9,en;q=0.7',
      places: [
        ['DE-BE', 'State of Berlin', 'Berlin'],
        ['DE-HH', 'Hamburg', 'Hamburg'],
        ['DE-BY', 'Bavaria', 'Munich'],
      ],
    },
    12,
  ],
  [
    {
      prefix: '90.0.0',
      language: 'fr-FR,fr;q=0.9',
      places: [
        ['FR-IDF', 'Île-de-France', 'Paris'],
        ['FR-ARA', 'Auvergne-Rhône-Alpes', 'Lyon'],
      ],
    },
    9,
  ],
  [
    {
      prefix: '151.3.0',
      language: 'it-IT,it;q=0.9,en;q=0.6',
      places: [
        ['IT-62', 'Lazio', 'Rome'],
        ['IT-25', 'Lombardy', 'Milan'],
      ],
    },
    9,
  ],
  [
    {
      prefix: '117.192.0',
      language: 'en-IN,hi;q=0.8',
      places: [
        ['IN-KA', 'Karnataka', 'Bengaluru'],
        ['IN-MH', 'Maharashtra', 'Mumbai'],
      ],
    },
    8,
  ],
  [{ prefix: '126.0.0', language: 'ja-JP,ja;q=0.9', places: [['JP-13', 'Tokyo', 'Tokyo']] }, 6],
  [
    {
      prefix: '177.0.0',
      language: 'pt-BR,pt;q=0.9',
      places: [
        ['BR-SP', 'São Paulo', 'São Paulo'],
        ['BR-RJ', 'Rio de Janeiro', 'Rio de Janeiro'],
      ],
    },
    6,
  ],
  [
    {
      prefix: '24.48.0',
      language: 'en-CA,fr-CA;q=0.7',
      places: [
        ['CA-ON', 'Ontario', 'Toronto'],
        ['CA-QC', 'Quebec', 'Montreal'],
      ],
    },
    5,
  ],
  [{ prefix: '1.120.0', language: 'en-AU,en;q=0.9', places: [['AU-NSW', 'New South Wales', 'Sydney']] }, 4],
  [{ prefix: '88.0.0', language: 'es-ES,es;q=0.9', places: [['ES-MD', 'Madrid', 'Madrid']] }, 4],
  [{ prefix: '83.0.0', language: 'pl-PL,pl;q=0.9', places: [['PL-14', 'Mazovia', 'Warsaw']] }, 3],
  [{ prefix: '175.192.0', language: 'ko-KR,ko;q=0.9', places: [['KR-11', 'Seoul', 'Seoul']] }, 3],
  [{ prefix: '187.188.0', language: 'es-MX,es;q=0.9', places: [['MX-CMX', 'Mexico City', 'Mexico City']] }, 3],
  [{ prefix: '41.0.0', language: 'en-ZA,af;q=0.7', places: [['ZA-WC', 'Western Cape', 'Cape Town']] }, 2],
  [{ prefix: '78.64.0', language: 'sv-SE,sv;q=0.9,en;q=0.8', places: [['SE-AB', 'Stockholm County', 'Stockholm']] }, 2],
]

const PLACES = new Map(NETWORKS.map(([{ prefix, places }]) => [prefix, places]))

/** Returns the place with the region and city that a database of cities would add for an IP address. */
export function placeWithCity(ip: string, place: Place): Place {
  const [prefix = '', host = ''] = /^(.*)\.(\d+)$/.exec(ip)?.slice(1) ?? []
  const places = PLACES.get(prefix) ?? []
  const found = places[Number(host) % places.length]
  if (found === undefined) return place
  const [region, subdivision, city] = found
  return { ...place, region, subdivision, city }
}
