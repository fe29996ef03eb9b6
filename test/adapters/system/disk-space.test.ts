import { watchDiskSpace } from '@shortlink/adapters/system'
import { expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../support/databases.ts'
import { smallDisk } from '../../support/small-disk.ts'
import { waitFor } from '../../support/wait-for.ts'

it('too little free disk space is reported once, and a minimum of 0 turns the check off', async () => {
  const onChange = vi.fn()
  const folders = [temporaryFolder()]
  const full = await watchDiskSpace({ folders, minFreeBytes: 2 ** 60, onChange })
  expect(full.hasSpace()).toBe(false)
  expect(onChange.mock.calls).toEqual([[false, full.freeBytes()]])
  const off = await watchDiskSpace({ folders, minFreeBytes: 0, onChange })
  expect(off.hasSpace()).toBe(true)
  expect(onChange).toHaveBeenCalledOnce()
  full.stop()
  off.stop()
})

it('free disk space is that of the fuller of two disks, down and up again', async ({ skip }) => {
  const disk = smallDisk() ?? skip('only root may mount a disk')
  const onChange = vi.fn()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const space = await watchDiskSpace({ folders: [temporaryFolder(), disk.folder], minFreeBytes: 2 ** 20, onChange })
  const look = () => vi.advanceTimersByTimeAsync(5000)
  const shows = (hasRoom: boolean) => waitFor(() => expect(space.hasSpace()).toBe(hasRoom), { interval: 1 })
  expect(space.hasSpace()).toBe(true)
  disk.fill()
  await look()
  await shows(false)
  disk.free()
  await look()
  await shows(true)
  expect(onChange.mock.calls.map(([hasRoom]) => hasRoom)).toEqual([false, true])
  space.stop()
  vi.useRealTimers()
})
