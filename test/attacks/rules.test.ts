import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { ask, newAccount } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { attackedServer } from './attacked-server.ts'

const CREATE = 'mutation ($rules: [LinkRuleInput!]) { createShortlink(target: "https://x.com", rules: $rules) }'
const target = 'https://e.co'
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
  /** The median of what redirects of others take, in milliseconds, until the signal says to stop. */
  async function medianRedirect(until: AbortSignal) {
    const taken: number[] = []
    while (!until.aborted) {
      const start = performance.now()
      const { status } = await visitor(`203.0.113.${taken.length % 250}`)(data.createShortlink)
      taken.push(performance.now() - start)
      expect(status).toBe(302)
      await setTimeout(2)
    }
    return taken.toSorted((a, b) => a - b)[taken.length >> 1] as number
  }
  /** What the attack, again and again for so long, adds to the median of the redirects of others. */
  async function addedByAttack(seconds: number, attack: (turn: number) => Promise<unknown>) {
    const quiet = await medianRedirect(AbortSignal.timeout(1000))
    const signal = AbortSignal.timeout(seconds * 1000)
    const others = medianRedirect(signal)
    for (let turn = 0; !signal.aborted; turn += 1) await attack(turn)
    return (await others) - quiet
  }
  return { server, file, account, visitor, addedByAttack }
}

it('H2a: time rules of blanks, without an account and with one, hold up no redirects of others', async () => {
  const { server, account, addedByAttack } = await serverWithWarmLink()
  const headers = { 'x-forwarded-for': '198.51.100.1' }
  const asFound = repeated(50, `a${' '.repeat(2030)}a@UTC`)
  const within = repeated(30, `a${' '.repeat(2030)}a@UTC`)
  const anonymous = repeated(1, `a${' '.repeat(2030)}a@UTC`)
  expect((await account.ask(CREATE, { rules: within })).errors[0]?.message).toContain('time value must be')
  const added = await addedByAttack(8, (turn) =>
    turn % 2
      ? account.ask(CREATE, { rules: within })
      : ask(server.url, CREATE, { rules: turn % 4 ? asFound : anonymous }, headers),
  )
  expect(added).toBeLessThan(50)
})

it.each([
  ['within the limits', 100, 0],
  ['stored before there were limits', 100, 240],
])(
  'H2b: one visitor who goes through 40 links of heavy rules, %s, holds up no redirects of others',
  async (_name, made, stored) => {
    const { file, account, visitor, addedByAttack } = await serverWithWarmLink()
    const slugs: string[] = []
    for (let link = 0; link < 40; link += 1) {
      const { data } = await account.ask(CREATE, { rules: heavyRules(made) })
      slugs.push(data.createShortlink)
    }
    if (stored > 0) {
      const database = new Database(file)
      database.prepare("UPDATE links SET rules = ? WHERE rules <> '[]'").run(JSON.stringify(heavyRules(stored)))
      database.close()
    }
    const attacker = visitor('198.51.100.2')
    const added = await addedByAttack(5, async (turn) => {
      expect((await attacker(slugs[turn % 40] as string)).status).toBeOneOf([302, 429])
    })
    expect(added).toBeLessThan(20)
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
