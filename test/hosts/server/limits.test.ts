import { anonymous, type UserId } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../../hosts/app/settings/settings.ts'
import { createLimits } from '../../../hosts/server/limits.ts'

const ip = '203.0.113.7'
const user = { kind: 'user', userId: 'u1' as UserId, via: { kind: 'session' } } as never

function limitsWith(settings: Record<string, string> = {}) {
  const refused: string[] = []
  const counter = { add: (label: string) => void refused.push(label) }
  return { ...createLimits(readSettings(settings), { rejections: counter, refusals: counter } as never), refused }
}

describe('the limits of a client', () => {
  it('one limit counts followed links, by GET /<slug> or by GraphQL', async () => {
    const { redirect, graphql } = limitsWith({ RATELIMIT_REDIRECT_PER_MIN: '5' })
    expect(redirect.take(ip)).toMatchObject({ remaining: 4 })
    expect(await graphql.consume('redirect', 4, { caller: anonymous, clientIp: ip })).toMatchObject({ remaining: 0 })
    expect(redirect.take(ip).allowed).toBe(false)
  })

  it('one limit counts bio pages, by GET /bio/<slug> or by GraphQL', async () => {
    const { bio, graphql } = limitsWith({ RATELIMIT_PUBLIC_PER_MIN: '5' })
    expect(await graphql.consume('bio', 5, { caller: user, clientIp: ip })).toMatchObject({ remaining: 0 })
    expect(await bio.take(ip)).toMatchObject({ allowed: false })
  })

  it('a network creates 10 anonymous links a minute, over all addresses of its IPv6 /64', async () => {
    const { graphql, refused } = limitsWith()
    const create = (clientIp: string, count: number) =>
      graphql.consume('create', count, { caller: anonymous, clientIp })
    expect(await create('2001:db8::1', 6)).toMatchObject({ allowed: true, limit: 10, remaining: 4 })
    expect(await create('2001:db8::2', 5)).toMatchObject({ allowed: false, limit: 10, remaining: 4 })
    expect(await create('2001:db8::3', 4)).toMatchObject({ allowed: true, remaining: 0 })
    expect(refused).toEqual(['anonymous_create'])
  })

  it('the creations of an account after the first of a request count as requests', async () => {
    const { graphql } = limitsWith({ RATELIMIT_GRAPHQL_PER_MIN: '20' })
    const who = { caller: user, clientIp: ip }
    const request = async (creations: number) => {
      await graphql.consume('graphql', 1, who)
      return graphql.consume('create', creations, who)
    }
    expect(await request(15)).toMatchObject({ allowed: true, remaining: 5 })
    expect(await request(1)).toMatchObject({ allowed: true, remaining: 4 })
    expect(await request(15)).toMatchObject({ allowed: false })
  })

  it('a link is guarded against guesses from many networks, also without a limit on logins and on addresses', async () => {
    const { passwords } = limitsWith({ RATELIMIT_AUTH_PER_MIN: '0', RATELIMIT_PASSWORD_PER_MIN: '0' })
    const tried: number[] = []
    for (let network = 0; network < 200; network += 1) {
      const guess = async () => {
        const { allowed } = await passwords.admit('l1', `198.51.100.${network}`)
        if (allowed) passwords.countFailure('l1')
        return allowed
      }
      tried.push([await guess(), await guess()].filter(Boolean).length)
    }
    expect(tried).toEqual(tried.map((_, network) => (network < 25 ? 2 : 1)))
  })

  it('anonymous creation is unlimited when its limit is 0', async () => {
    const { graphql } = limitsWith({ RATELIMIT_ANONYMOUS_CREATE_PER_MIN: '0', RATELIMIT_GRAPHQL_PER_MIN: '0' })
    expect(await graphql.consume('create', 1000, { caller: anonymous, clientIp: ip })).toMatchObject({
      allowed: true,
      limit: 0,
    })
  })
})
