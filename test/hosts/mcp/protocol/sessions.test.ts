import type { UserId } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { createSessions } from '../../../../hosts/mcp/protocol/sessions.ts'
import { offerTools } from '../../../../hosts/mcp/tools/tools.ts'

const [ann, bob, cem] = ['ann', 'bob', 'cem'] as UserId[] as [UserId, UserId, UserId]

const TOOLS = offerTools(['core'])

const open = (limits: { perUser?: number; total?: number }) =>
  createSessions({ now: () => 0 }, { ttlMs: 1000, ...limits })

describe('crowded sessions', () => {
  it('a user over the session limit loses the longest unused session', () => {
    const sessions = open({ perUser: 2 })
    const [first, second] = [sessions.open(ann, TOOLS), sessions.open(ann, TOOLS)]
    sessions.find(first.id, ann)
    sessions.open(ann, TOOLS)
    expect(sessions.has(first)).toBe(true)
    expect(sessions.has(second)).toBe(false)
    expect(sessions.count()).toBe(2)
  })

  it('a full server ends a session of the user with the most sessions, never another’s', () => {
    const sessions = open({ total: 4 })
    const bystander = sessions.open(bob, TOOLS)
    const crowd = [1, 2, 3].map(() => sessions.open(ann, TOOLS))
    const newcomer = sessions.open(cem, TOOLS)
    expect(crowd.map(sessions.has)).toEqual([false, true, true])
    for (let more = 0; more < 10; more++) sessions.open(ann, TOOLS)
    expect([bystander, newcomer].map(sessions.has)).toEqual([true, true])
    expect(sessions.count()).toBe(4)
  })

  it('an evicted session ends its event streams', () => {
    const sessions = open({ perUser: 1 })
    const ended: string[] = []
    const session = sessions.open(ann, TOOLS)
    session.streams.add(() => ended.push(session.id))
    sessions.open(ann, TOOLS)
    expect(ended).toEqual([session.id])
  })
})
