import { createLink, type Link, onBehalfOf } from '@shortlink/core'
import { newOwner } from '@shortlink/core/contracts'
import { JOBS } from '@shortlink/core/host'
import { onTestFinished } from 'vitest'
import { openShortlink } from '../../hosts/app/embed.ts'

/** Opens a service with a movable clock and an account. */
export async function openMovable(settings: Record<string, string>, start: number) {
  const clock = { time: start, now: () => clock.time }
  const service = await openShortlink(settings, (root) => void root.replace('clock', clock))
  onTestFinished(() => service.close())
  const owner = await newOwner(service.ports.store)
  return { ...service, clock, owner }
}
type Service = Awaited<ReturnType<typeof openMovable>>

export async function linkAt({ app, owner }: Service, slug: string): Promise<Link> {
  return (await app.run(createLink, onBehalfOf(owner), { target: 'https://example.com/', slug }))._unsafeUnwrap()
}

/** Runs the jobs with names that contain one of the words, like their hourly run. */
export async function runJobs({ ports }: Service, ...words: readonly string[]) {
  for (const job of JOBS.filter(({ name }) => words.some((word) => name.includes(word)))) {
    const log = { info: () => {}, warn: () => {} }
    const expiryTime = async () => ports.clock.now()
    await job.run({ ...ports, expiryTime, sleep: async () => {}, signal: new AbortController().signal, log })
  }
}
