import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type HitTrouble, Journal, openHitRecorder } from '@shortlink/adapters/hits'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../support/databases.ts'
import { aVisit, away, clock, journalFiles, LINK, listSink, sqliteWithWorker } from '../../support/hit-recorder.ts'

/** Where visits lead that an ended process has left. */
const KEPT = 'https://example.com/kept'

describe('the journal', () => {
  /** Leaves `visits` visits in a journal, as a process does that ends while the store is away. */
  async function leave(folder: string, visits: number, anonymize = false) {
    const { sink, control } = listSink()
    control.store = away
    const recorder = openHitRecorder({ sink, clock, replica: 0, journal: new Journal({ folder }), anonymize })
    for (let visit = 0; visit < visits; visit += 1) recorder.record(aVisit(LINK, { at: visit, redirectedTo: KEPT }))
    await recorder.close()
  }

  const reopen = (folder: string, onDamage?: (file: string, lines: number) => void) => {
    const { sink, seen } = listSink()
    const skipped: string[] = []
    const onSkipped = (path: string) => skipped.push(path)
    const journal = new Journal({ folder, onDamage, onSkipped })
    return { seen, skipped, recorder: openHitRecorder({ sink, clock, replica: 0, journal }) }
  }

  const PATCHES: Record<string, (folder: string) => string> = {
    'a folder named like a journal file': (folder) => {
      const path = join(folder, 'journal-0', '0000000000000000001.hits')
      mkdirSync(path)
      return path
    },
    'a dangling link': (folder) => {
      const path = join(folder, 'journal-0', '0000000000000000002.hits')
      symlinkSync(join(folder, 'missing'), path)
      return path
    },
    'a file of another name': (folder) => {
      const path = join(folder, 'journal-0', 'notes.txt')
      writeFileSync(path, 'text')
      return path
    },
    'a garbage lock': (folder) => {
      writeFileSync(join(folder, 'journal-1.lock'), 'garbage'.repeat(1000))
      mkdirSync(join(folder, 'journal-1'))
      return join(folder, 'journal-1')
    },
    'a folder in place of a lock': (folder) => {
      mkdirSync(join(folder, 'journal-1.lock'))
      mkdirSync(join(folder, 'journal-1'))
      return join(folder, 'journal-1')
    },
    'a dangling link in the journal of an ended process': (folder) => {
      mkdirSync(join(folder, 'journal-1'))
      const path = join(folder, 'journal-1', '0000000000000000003.hits')
      symlinkSync(join(folder, 'missing'), path)
      return path
    },
  }

  it.each(Object.keys(PATCHES))(
    'a journal with %s is replayed, and the item is skipped and reported once, by its path',
    async (what) => {
      const folder = temporaryFolder()
      await leave(folder, 1000)
      const path = PATCHES[what]?.(folder)
      const { seen, skipped, recorder } = reopen(folder)
      await expect.poll(() => seen.size).toBe(1000)
      await recorder.close()
      expect(skipped).toEqual([path])
    },
  )

  it('a journal starts next to a folder whose lock file is garbage', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'journal-0.lock'), 'garbage'.repeat(1000))
    const { seen, skipped, recorder } = reopen(folder)
    recorder.record(aVisit(LINK))
    await expect.poll(() => seen.size).toBe(1)
    await recorder.close()
    expect(skipped).toEqual([join(folder, 'journal-0')])
  })

  it('a journal folder that is removed while the server runs is created again', async () => {
    const parent = temporaryFolder()
    const folder = join(parent, 'hits')
    const { sink, control } = listSink()
    control.store = away
    const troubles: HitTrouble[] = []
    const journal = new Journal({ folder })
    const recorder = openHitRecorder({
      sink,
      clock,
      replica: 0,
      journal,
      onTrouble: (trouble) => troubles.push(trouble),
    })
    recorder.record(aVisit(LINK))
    await expect.poll(() => recorder.counters().spilled).toBe(1)
    rmSync(folder, { recursive: true })
    // What a timer does every minute.
    await journal.adopt()
    recorder.record(aVisit(LINK))
    await expect.poll(() => recorder.counters().spilled).toBe(2)
    expect(journalFiles(folder)).toHaveLength(1)
    expect(troubles.map(({ type }) => type)).not.toContain('journal-failed')
    await recorder.close()
  })

  it('a journal folder that cannot be read is reported, and recording continues', async () => {
    const parent = temporaryFolder()
    const folder = join(parent, 'hits')
    const journal = new Journal({ folder })
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file in its place')
    const { sink, seen } = listSink()
    const troubles: HitTrouble[] = []
    const recorder = openHitRecorder({
      sink,
      clock,
      replica: 0,
      journal,
      onTrouble: (trouble) => troubles.push(trouble),
    })
    await expect.poll(() => troubles.map(({ type }) => type)).toContain('journal-failed')
    expect(String(troubles.map((trouble) => 'error' in trouble && trouble.error))).toContain(folder)
    recorder.record(aVisit(LINK))
    await expect.poll(() => seen.size).toBe(1)
    await recorder.close()
  })

  it('opening a journal where a file is in the place of its folder fails, and the error names the path', () => {
    const folder = join(temporaryFolder(), 'hits')
    writeFileSync(folder, 'a file')
    expect(() => new Journal({ folder })).toThrow(`The journal of hits cannot be kept in ${folder} (EEXIST)`)
  })

  it('a journal is replayed in order at the next start and then deleted', async () => {
    const folder = temporaryFolder()
    await leave(folder, 2500)
    expect(journalFiles(folder)).not.toEqual([])
    const { seen, recorder } = reopen(folder)
    await expect.poll(() => seen.size).toBe(2500)
    expect([...seen.values()].map(({ at }) => at)).toEqual(Array.from({ length: 2500 }, (_, index) => index))
    await recorder.close()
    expect(journalFiles(folder)).toEqual([])
  })

  it.each([250, 7000])(
    'a journal of many files is replayed while %i new visits come during each transaction, in turns with them',
    async (fresh) => {
      const folder = temporaryFolder()
      await leave(folder, 30_000)
      expect(journalFiles(folder).length).toBeGreaterThan(3)
      const { sink, seen, control } = listSink()
      const journal = new Journal({ folder })
      const recorder = openHitRecorder({ sink, clock, replica: 0, journal })
      const kept = () => [...seen.values()].filter(({ redirectedTo }) => redirectedTo === KEPT).length
      control.store = async () => {
        if (control.calls > 30 || kept() === 30_000) return
        for (let visit = 0; visit < fresh; visit += 1) recorder.record(aVisit(LINK))
      }
      await expect.poll(kept).toBe(30_000)
      expect(control.calls).toBeLessThan(30)
      await recorder.close()
    },
  )

  it('a recorder that closes while it replays a journal in small transactions stores new visits and leaves the rest there', async () => {
    const folder = temporaryFolder()
    await leave(folder, 3000)
    const { sink, seen, control } = listSink()
    const recorder = openHitRecorder({ sink, clock, replica: 0, journal: new Journal({ folder }) })
    let closing: Promise<void> | undefined
    control.store = async (batches) => {
      if (batches.reduce((sum, { count }) => sum + count, 0) > 40) throw new Error('too slow')
      if (closing === undefined) recorder.record(aVisit(LINK))
      closing ??= recorder.close()
    }
    await expect.poll(() => closing !== undefined).toBe(true)
    await closing
    expect([...seen.values()].filter(({ redirectedTo }) => redirectedTo !== KEPT)).toHaveLength(1)
    expect(seen.size).toBeLessThan(1000)
    const later = reopen(folder)
    await expect.poll(() => new Set([...seen.keys(), ...later.seen.keys()]).size).toBe(3001)
    await later.recorder.close()
  })

  it('a journal takes what waited while it was refused in files of two MiB at most', async () => {
    const { sink, control } = listSink()
    control.store = away
    const parent = temporaryFolder()
    const folder = join(parent, 'hits')
    const journal = new Journal({ folder })
    const recorder = openHitRecorder({ sink, clock, replica: 0, journal })
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file in its place')
    for (let visit = 0; visit < 30_000; visit += 1) recorder.record(aVisit(LINK))
    await expect.poll(() => recorder.counters().buffered).toBe(30_000)
    rmSync(folder)
    await expect.poll(() => recorder.counters().spilled).toBe(30_000)
    const sizes = journalFiles(folder).map((file) => statSync(join(folder, file)).size)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2 * 2 ** 20)
    await recorder.close()
  })

  it('a journal that is replayed twice counts each hit once', async () => {
    const { folder, link, thread, hitCount } = await sqliteWithWorker()
    const [journal, copy] = [join(folder, 'hits'), join(folder, 'copy')]
    const { sink, control } = listSink()
    control.store = away
    const before = openHitRecorder({ sink, clock, replica: 0, journal: new Journal({ folder: journal }) })
    for (let visit = 0; visit < 1500; visit += 1) before.record(aVisit(link))
    await before.close()
    cpSync(journal, copy, { recursive: true })
    for (const from of [journal, copy]) {
      const recorder = openHitRecorder({ sink: thread(), clock, replica: 0, journal: new Journal({ folder: from }) })
      await expect.poll(() => recorder.counters().journalBytes).toBe(0)
      await recorder.close()
      expect(await hitCount()).toBe(1500)
    }
  })

  it('a journal is read up to its torn end, and damaged entries are reported', async () => {
    const folder = temporaryFolder()
    await leave(folder, 1000)
    const [torn = ''] = journalFiles(folder)
    appendFileSync(join(folder, torn), readFileSync(join(folder, torn)).subarray(0, 100))
    await leave(folder, 0)
    const first = reopen(folder)
    await expect.poll(() => first.seen.size).toBe(1000)
    await first.recorder.close()

    await leave(folder, 1000)
    await leave(folder, 1000)
    const [damaged = ''] = journalFiles(folder)
    const bytes = readFileSync(join(folder, damaged))
    bytes[200] = (bytes[200] as number) ^ 1
    writeFileSync(join(folder, damaged), bytes)
    const damages: number[] = []
    const second = reopen(folder, (_file, entries) => damages.push(entries))
    await expect.poll(() => second.seen.size).toBe(1750)
    await second.recorder.close()
    expect(damages).toEqual([1])
  })

  it('the journal of an ended process is taken over by another, and a running process keeps its own', async () => {
    const folder = temporaryFolder()
    const one = listSink()
    one.control.store = away
    const living = openHitRecorder({ sink: one.sink, clock, replica: 0, journal: new Journal({ folder }) })
    living.record(aVisit(LINK))
    await expect.poll(() => living.counters().spilled).toBe(1)
    await leave(folder, 5)
    const two = reopen(folder)
    await expect.poll(() => two.seen.size).toBe(5)
    await two.recorder.close()
    await living.close()
    const three = reopen(folder)
    await expect.poll(() => three.seen.size).toBe(1)
    await three.recorder.close()
  })

  it('a journal holds no whole address when addresses are anonymized', async () => {
    const folder = temporaryFolder()
    await leave(folder, 3, true)
    const written = journalFiles(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
    expect(written.join('')).toContain('8.8.8.0')
    expect(written.join('')).not.toContain('8.8.8.8')
  })

  it('a journal holds the whole address of a visitor, but not of a private one', async () => {
    const folder = temporaryFolder()
    const { sink, control } = listSink()
    control.store = away
    const recorder = openHitRecorder({ sink, clock, replica: 0, journal: new Journal({ folder }) })
    recorder.record(aVisit(LINK, { ip: '203.0.113.7' }))
    recorder.record(aVisit(LINK, { ip: '198.51.100.7', isPrivate: true }))
    await recorder.close()
    const written = journalFiles(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
    expect(written.join('')).toContain('203.0.113.7')
    expect(written.join('')).toContain('198.51.100.0')
    expect(written.join('')).not.toContain('198.51.100.7')
  })

  it('a journal of the version before, which was packed by hand, is replayed up to its torn end and then deleted', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'journal-0'))
    const file = join(folder, 'journal-0', '0000000000000007001.hits')
    writeFileSync(file, Buffer.concat([OLD_JOURNAL, OLD_JOURNAL.subarray(0, 100)]))
    const damages: string[] = []
    const { seen, recorder } = reopen(folder, (damaged) => damages.push(damaged))
    await expect.poll(() => seen.size).toBe(3)
    const visit = {
      link: '0192f0a1-7c1e-7b3a-9d5e-0123456789ab',
      at: 1_763_800_000_000,
      ip: '2001:db8::1',
      userAgent: 'Zoë’s curl',
      referrer: 'https://news.example/',
      rule: 3,
      redirectedTo: 'https://example.com/é',
      acceptLanguage: null,
      campaign: null,
      ref: null,
      isPrivate: false,
    }
    expect(Object.fromEntries(seen)).toEqual({
      7001: visit,
      7002: { ...visit, ip: '203.0.113.7', userAgent: null, referrer: null, rule: null },
      7003: { ...visit, at: visit.at + 1 },
    })
    await recorder.close()
    expect(damages).toEqual([])
    expect(existsSync(file)).toBe(false)
  })

  it('a journal does not grow while visits keep coming and the store keeps up', async () => {
    const { sink, control } = listSink()
    const recorder = openHitRecorder({ sink, clock, replica: 0, journal: new Journal({ folder: temporaryFolder() }) })
    const sizes: number[] = []
    // Visits wait at the end of each transaction, so the journal is never empty.
    control.store = async () => {
      sizes.push(recorder.counters().journalBytes)
      if (sizes.length < 12) for (let visit = 0; visit < 5000; visit += 1) recorder.record(aVisit(LINK))
      await expect.poll(() => recorder.counters().spilled % 5000).toBeLessThan(2)
    }
    recorder.record(aVisit(LINK))
    await expect.poll(() => recorder.counters().stored).toBe(55_001)
    expect(Math.max(...sizes)).toBeLessThan(6 * 2 ** 20)
    await recorder.close()
  })
})

/** Two entries, of two visits and one. */
const OLD_JOURNAL = Buffer.from(
  [
    '/0hJVB2f6PYCAAAAHAEAAFkbAAAAAAAAAABgwqqqeUIAAAAAAAAIQAAAAAAAAEJAAAAAAAAAJkAAAAAAAAAkQAAAAAAAADVAAAAAAAAANUAAAG',
    'DCqqp5QgAAAAAAAPC/AAAAAAAAQkAAAAAAAAAmQAAAAAAAAPC/AAAAAAAA8L8AAAAAAAA1QDAxOTJmMGExLTdjMWUtN2IzYS05ZDVlLTAxMjM0',
    'NTY3ODlhYjIwMDE6ZGI4OjoxWm/Dq+KAmXMgY3VybGh0dHBzOi8vbmV3cy5leGFtcGxlL2h0dHBzOi8vZXhhbXBsZS5jb20vw6kwMTkyZjBhMS',
    '03YzFlLTdiM2EtOWQ1ZS0wMTIzNDU2Nzg5YWIyMDMuMC4xMTMuN2h0dHBzOi8vZXhhbXBsZS5jb20vw6n/SElUOmW+UQEAAACfAAAAWxsAAAAA',
    'AAAAEGDCqqp5QgAAAAAAAAhAAAAAAAAAQkAAAAAAAAAmQAAAAAAAACRAAAAAAAAANUAAAAAAAAA1QDAxOTJmMGExLTdjMWUtN2IzYS05ZDVlLT',
    'AxMjM0NTY3ODlhYjIwMDE6ZGI4OjoxWm/Dq+KAmXMgY3VybGh0dHBzOi8vbmV3cy5leGFtcGxlL2h0dHBzOi8vZXhhbXBsZS5jb20vw6k=',
  ].join(''),
  'base64',
)
