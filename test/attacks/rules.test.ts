import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { ask, newAccount } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { shortestOfRounds } from '../support/longest-turn.ts'
import { attackedServer } from './attacked-server.ts'

const CREATE = 'mutation ($rules: [LinkRuleInput!]) { createShortlink(target: "https://x.com", rules: $rules) }'
const target = 'https://e.co'
const WARM_UP = 100
/** Attacks of a round, one on each link of H2b. */
const ROUND = 40
/** CPU time of the server's thread, during which it answers no other client. */
const LONGEST_TURN_MS = 50
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const repeated = (count: number, value: string, type = 'time') => times(count, () => ({ type, value, target }))
/** Rules of host names outside ASCII, which take longest to compile. */
const heavyRules = (hosts: number) =>
  times(50, (rule) => ({
    type: 'referrer',
    value: times(hosts, (index) => `中${rule * hosts + index}ß`).join(','),
    target,
  }))

/** Behind a proxy, so that visitors have addresses of their own. */
async function serverWithWarmLink() {
  const file = join(temporaryFolder(), 'shortlink.db')
  const server = await attackedServer('sqlite', { TRUST_PROXY: '1', DATABASE_URL: `sqlite:${file}` })
  const account = await newAccount(server.url)
  const { data } = await account.ask(CREATE, {})
  const visitor = (address: string) => (slug: string) =>
    fetch(`${server.url}/${slug}`, { redirect: 'manual', headers: { 'x-forwarded-for': address } })
  /** The server's longest turn in each round of an attack during which visitors follow the link, in milliseconds of CPU time. */
  async function longestTurnDuring(attack: (turn: number) => Promise<unknown>) {
    let turn = 0
    const attackFor = async (turns: number) => {
      for (const end = turn + turns; turn < end; turn += 1) {
        const { status } = await visitor(`203.0.113.${turn % 250}`)(data.createShortlink)
        expect(status).toBe(302)
        await attack(turn)
      }
      return (await server.measured()).longestTurnMs
    }
    // The first turns pay for the compiler.
    await attackFor(WARM_UP)
    return shortestOfRounds(LONGEST_TURN_MS, () => attackFor(ROUND))
  }
  return { server, file, account, visitor, longestTurnDuring }
}

it('H2a: time rules of blanks, without an account and with one, hold up no redirects of others', async () => {
  const { server, account, longestTurnDuring } = await serverWithWarmLink()
  const headers = { 'x-forwarded-for': '198.51.100.1' }
  const asFound = repeated(50, `a${' '.repeat(2030)}a@UTC`)
  const within = repeated(30, `a${' '.repeat(2030)}a@UTC`)
  const anonymous = repeated(1, `a${' '.repeat(2030)}a@UTC`)
  expect((await account.ask(CREATE, { rules: within })).errors[0]?.message).toContain('time value must be')
  const longest = await longestTurnDuring((turn) =>
    turn % 2
      ? account.ask(CREATE, { rules: within })
      : ask(server.url, CREATE, { rules: turn % 4 ? asFound : anonymous }, headers),
  )
  expect(longest).toBeLessThan(LONGEST_TURN_MS)
})

it.each([
  ['within the limits', 100, 0],
  ['stored before there were limits', 100, 240],
])(
  'H2b: one visitor who goes through 40 links of heavy rules, %s, holds up no redirects of others',
  async (_name, made, stored) => {
    const { file, account, visitor, longestTurnDuring } = await serverWithWarmLink()
    const slugs: string[] = []
    for (let link = 0; link < ROUND; link += 1) {
      const { data } = await account.ask(CREATE, { rules: heavyRules(made) })
      slugs.push(data.createShortlink)
    }
    if (stored > 0) {
      const database = new Database(file)
      database.prepare("UPDATE links SET rules = ? WHERE rules <> '[]'").run(JSON.stringify(heavyRules(stored)))
      database.close()
    }
    const attacker = visitor('198.51.100.2')
    const longest = await longestTurnDuring(async (turn) => {
      expect((await attacker(slugs[turn % ROUND] as string)).status).toBeOneOf([302, 429])
    })
    expect(longest).toBeLessThan(LONGEST_TURN_MS)
  },
)

it('H1, H3: rules beyond 64 KiB, and beyond 5 rules and 4 KiB without an account, are refused and not stored', async () => {
  const { server, account } = await serverWithWarmLink()
  const refusal = async (rules: object[], by = account.ask) => {
    const { errors } = await by(CREATE, { rules })
    return [errors[0]?.extensions?.code, errors[0]?.message]
  }
  const anonymously: typeof account.ask = (query, variables) => ask(server.url, query, variables)
  const asFound = repeated(50, 'x'.repeat(2048), 'city')
  const tooLarge = ['BAD_USER_INPUT', 'the rules of a link take at most 64 KiB as JSON']
  const tooLargeForAnyone = [
    'BAD_USER_INPUT',
    'without an account a link takes at most 5 rules and 4 KiB of them as JSON',
  ]
  expect(await refusal(asFound)).toEqual(tooLarge)
  expect(await refusal(asFound, anonymously)).toEqual(tooLarge)
  expect(await refusal(repeated(6, 'x', 'city'), anonymously)).toEqual(tooLargeForAnyone)
  expect(await refusal(repeated(3, 'x'.repeat(2048), 'city'), anonymously)).toEqual(tooLargeForAnyone)
  const many = times(101, (index) => `c${index}`).join(',')
  expect(await refusal([{ type: 'city', value: many, target }])).toEqual([
    'BAD_USER_INPUT',
    'rules[0]: value takes at most 100 alternatives',
  ])
})
