import type { Visitors } from '@shortlink/core/ports'

/** Returns numbers from 0 up to 1, the same in each run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One of the values; the greater the skew, the more often one of the first. */
export const oneOf = <T>(values: readonly T[], random: () => number, skew = 1): T =>
  values[Math.floor(values.length * random() ** skew)] as T

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS'
const times = (count: number, agent: (n: number) => string) => Array.from({ length: count }, (_, n) => agent(n))

const PHONES = times(80, (n) =>
  n % 2 === 0
    ? `${IPHONE} ${26 - (n >> 4)}_${n % 6} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${26 - (n >> 4)}.${n % 6} Mobile/15E148 Safari/604.1`
    : `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/${142 - (n >> 1)}.0.0.0 Mobile Safari/537.36`,
)
const APPS = times(40, (n) =>
  n % 2 === 0
    ? `${IPHONE} 18_${n % 7} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 [FBAN/FBIOS;FBAV/${510 - n}.0.0.41.109;FBBV/7330${n};FBDV/iPhone17,${n % 5};FBMD/iPhone;FBSN/iOS;FBSV/18.${n % 7};FBSS/3;FBCR/;FBID/phone;FBLC/en_US;FBOP/5]`
    : `Mozilla/5.0 (Linux; Android 15; SM-S93${n}B Build/AP3A.240905.015; wv) ${WEBKIT} Version/4.0 Chrome/${142 - (n >> 2)}.0.7103.60 Mobile Safari/537.36 Instagram ${380 - n}.0.0.46.84 Android (35/15; 480dpi; 1080x2130; samsung; SM-S93${n}B; pa1q; qcom; de_DE; 73642${n})`,
)
const DESKTOPS = times(80, (n) =>
  n % 4 === 3
    ? `Mozilla/5.0 (X11; Linux x86_64; rv:${145 - (n >> 2)}.0) Gecko/20100101 Firefox/${145 - (n >> 2)}.0`
    : `Mozilla/5.0 (${n % 4 === 2 ? 'Macintosh; Intel Mac OS X 10_15_7' : 'Windows NT 10.0; Win64; x64'}) ${WEBKIT} Chrome/${142 - (n >> 2)}.0.0.0 Safari/537.36${n % 4 === 1 ? ` Edg/${142 - (n >> 2)}.0.0.0` : ''}`,
)
const BOTS = times(30, (n) =>
  n % 2 === 0
    ? `Mozilla/5.0 (compatible; Examplebot/2.${n}; +http://www.example.com/bot.html)`
    : `facebookexternalhit/1.${n} (+http://www.facebook.com/externalhit_uatext.php)`,
)

export const personsAgent = (random: () => number): string => {
  const at = random()
  return oneOf(at < 0.45 ? PHONES : at < 0.55 ? APPS : DESKTOPS, random, 2)
}
export const botsAgent = (random: () => number): string => oneOf(BOTS, random, 2)

const LANGUAGES = 'en de es fr pt ja it nl pl tr ru ko zh sv cs da fi nb uk hu'
  .split(' ')
  .flatMap((tag) => [`${tag}-XX,${tag};q=0.9,en;q=0.8`, tag, `${tag}-XX,${tag};q=0.9`])

/** One of sixty `Accept-Language` headers. */
export const language = (random: () => number): string => oneOf(LANGUAGES, random, 3)

const HOME_SHARE = 0.7
const NETWORKS = 20_000
const IPV6_SHARE = 0.4
/** First parts of networks that registries have given to providers. */
const IPV6_FIRST = [
  '2001',
  '2400',
  '2402',
  '2405',
  '2409',
  '2600',
  '2601',
  '2603',
  '2607',
  '2800',
  '2804',
  '2a00',
  '2a01',
  '2a02',
  '2a09',
  '2c0f',
]
const hex = (value: number) => Math.floor(value).toString(16)

/** Makes the function that returns an address of a visitor of the n-th link, most of whose visitors are in one country. */
export function addresses(visitors: Visitors, random: () => number): (link: number) => string {
  const networks: string[] = []
  const byCountry = new Map<string, string[]>()
  const homes: (readonly string[])[] = []
  while (networks.length < NETWORKS) {
    const isV6 = networks.length < NETWORKS * IPV6_SHARE
    const network = isV6
      ? `${oneOf(IPV6_FIRST, random)}:${hex(65_536 * random())}:${hex(65_536 * random())}`
      : Array.from({ length: 3 }, () => 1 + Math.floor(random() * 223)).join('.')
    const { country } = visitors.place(isV6 ? `${network}::1` : `${network}.1`)
    if (country === null) continue
    networks.push(network)
    const others = byCountry.get(country)
    if (others === undefined) byCountry.set(country, [network])
    else others.push(network)
    homes.push(byCountry.get(country) as string[])
  }
  const part = () => hex(65_536 * random())
  return (link) => {
    const isHome = random() < HOME_SHARE
    const network = oneOf(isHome ? (homes[(link * 7919) % NETWORKS] as readonly string[]) : networks, random)
    return network.includes(':')
      ? `${network}:${part()}:${part()}:${part()}:${part()}:${part()}`
      : `${network}.${1 + Math.floor(random() * 254)}`
  }
}
