import type { UserId } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { createStreams, type Streams } from '../../../../hosts/mcp/protocol/streams.ts'
import { rawClient } from '../client.ts'
import { openFixture } from '../fixture.ts'

const [ann, bob, cem] = ['ann', 'bob', 'cem'] as UserId[] as [UserId, UserId, UserId]

/** Opens streams, and keeps the names of those that were ended. */
function opening(streams: Streams) {
  const ended: string[] = []
  const open = (user: UserId, name: string) => {
    const forget = streams.add(user, () => {
      ended.push(name)
      forget()
    })
  }
  return { open, ended }
}

describe('event streams', () => {
  it('a user over the stream limit loses the oldest stream', () => {
    const streams = createStreams({ perUser: 2 })
    const { open, ended } = opening(streams)
    for (const name of ['1', '2', '3', '4']) open(ann, name)
    expect(ended).toEqual(['1', '2'])
    expect(streams.count()).toBe(2)
  })

  it('a full server ends a stream of the user with the most streams, never another’s', () => {
    const streams = createStreams({ total: 4 })
    const { open, ended } = opening(streams)
    open(bob, 'bob')
    for (const name of ['1', '2', '3']) open(ann, name)
    open(cem, 'cem')
    for (const name of ['4', '5']) open(ann, name)
    expect(ended).toEqual(['1', '2', '3'])
    expect(streams.count()).toBe(4)
  })

  it('one key holds at most 64 event streams over all its sessions', async () => {
    const { url, newUser } = await openFixture()
    const raw = rawClient(url, (await newUser()).key)
    const sessions = await Promise.all(Array.from({ length: 70 }, () => raw.open()))
    const bodies: ReadableStreamDefaultReader<Uint8Array>[] = []
    for (const { send } of sessions) {
      const { body } = await send(undefined, {}, 'GET')
      if (body) bodies.push(body.getReader())
    }
    const ends = bodies.slice(0, 6).map(async (reader) => {
      for (let read = await reader.read(); !read.done; ) read = await reader.read()
      return 'ended'
    })
    expect(await Promise.all(ends)).toEqual(ends.map(() => 'ended'))
    expect(new TextDecoder().decode((await bodies[6]?.read())?.value)).toBe(': ok\n\n')
    await Promise.all(bodies.map((reader) => reader.cancel()))
  })
})
