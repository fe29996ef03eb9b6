import { okAsync, ResultAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import type { Import, ImportReport } from '../imports/import.ts'
import type { ImportPart } from '../imports/imports.port.ts'
import type { ImportId, UserId } from '../kernel/ids.ts'
import type { Store } from '../ports.ts'
import { NOON, newOwner, ODD_TEXTS, unique } from './samples.ts'

export const importsContract = (store: () => Store) =>
  describe('imports', () => {
    const newImport = async (given: Partial<Import> = {}): Promise<Import> => {
      const record: Import = {
        ...{ id: unique() as ImportId, owner: given.owner ?? (await newOwner(store())), name: 'a.csv' },
        ...{ state: 'UPLOADING', parts: 0, characters: 0, program: null, domains: [], acceptedLosses: [], found: null },
        ...{ report: null, fault: null, createdAt: NOON, updatedAt: NOON },
        ...given,
      }
      expect(await store().imports.create(record)).toBe(true)
      return record
    }
    const inTransaction = async <T>(work: (store: Store) => Promise<T>) =>
      (
        await store().atomic((inner) =>
          ResultAsync.fromSafePromise<T, never>(work(inner)).andThen((out) => okAsync(out)),
        )
      )._unsafeUnwrap()
    const addPart = ({ owner, id }: Import, part: Partial<ImportPart>, max = 1000) =>
      inTransaction(({ imports }) =>
        imports.addPart(owner, id, { index: 0, text: 'text', isLast: false, at: NOON, ...part }, max),
      )
    const change = ({ owner, id }: Import, ...args: ChangeArguments) =>
      inTransaction(({ imports }) => imports.change(owner, id, ...args))
    const find = (owner: UserId) => store().imports.find(owner)
    /** Claims imports until the requested one comes; other suites may have waiting ones. */
    async function claim({ id }: Import, now = NOON, token = unique(), until = now + 1000) {
      for (;;) {
        const claimed = await store().imports.claim(now, { token, until })
        if (claimed === undefined || claimed.found.id === id) return claimed
      }
    }

    it('an import is found by its account with all that was stored, and a new one replaces it and its file', async () => {
      const first = await newImport({
        ...{ program: 'bitly', domains: [{ from: 'a.example', to: null }], acceptedLosses: ['password'], name: '📄 ü' },
      })
      expect(await find(first.owner)).toEqual(first)
      await addPart(first, {})
      const second = await newImport({ owner: first.owner })
      expect(await find(first.owner)).toEqual(second)
      expect(await store().imports.part(first.id, 0)).toBeUndefined()
    })

    it('parts are appended in order, whole, and up to a length; the last one completes the file', async () => {
      const record = await newImport()
      const text = ODD_TEXTS.join('')
      expect(await addPart(record, { index: 1 })).toBeUndefined()
      expect(await addPart(record, { text })).toMatchObject({ parts: 1, characters: text.length, state: 'UPLOADING' })
      expect(await addPart(record, { text })).toBeUndefined()
      const max = text.length + 3
      expect(await addPart(record, { index: 1, text: 'four' }, max)).toBeUndefined()
      const done = await addPart(record, { index: 1, text: 'abc', isLast: true, at: NOON + 5 }, max)
      expect(done).toEqual({ ...record, parts: 2, characters: max, state: 'PLANNING', updatedAt: NOON + 5 })
      expect(await addPart(record, { index: 2 })).toBeUndefined()
      expect(await addPart({ ...record, owner: await newOwner(store()) }, { index: 2 })).toBeUndefined()
      expect(await Promise.all([0, 1, 2].map((n) => store().imports.part(record.id, n)))).toEqual([
        text,
        'abc',
        undefined,
      ])
    })

    it('changes only in the named states, and deletes the file of a canceled one', async () => {
      const record = await newImport()
      await addPart(record, { isLast: true })
      const ready = { state: 'READY', found: 'dub', report: REPORT, fault: null, updatedAt: NOON + 1 } as const
      expect(await change(record, ['READY'], ready)).toBeUndefined()
      expect(await change(record, ['PLANNING'], ready)).toMatchObject(ready)
      expect(await find(record.owner)).toMatchObject(ready)
      const canceled = { state: 'CANCELED', updatedAt: NOON + 2 } as const
      expect(await change(record, ['READY', 'RUNNING'], canceled)).toMatchObject({ ...canceled, report: REPORT })
      expect(await store().imports.part(record.id, 0)).toBeUndefined()
    })

    it('one server works on a waiting import at a time; another one takes over when its claim has passed', async () => {
      const record = await newImport({ state: 'RUNNING' })
      expect(await store().imports.create({ ...record, id: unique() as ImportId })).toBe(false)
      const claims = await Promise.all([claim(record), claim(record)])
      expect(claims.filter((claimed) => claimed !== undefined)).toEqual([{ found: record, attempts: 1 }])
      expect(await claim(record, NOON + 999)).toBeUndefined()
      const late = { token: unique(), until: NOON + 5000 }
      expect(await claim(record, NOON + 1000, late.token, late.until)).toEqual({ found: record, attempts: 2 })
      const progress = { report: REPORT, updatedAt: NOON + 1 }
      const lost = { token: unique(), until: NOON + 9000 }
      expect(await store().imports.save(record.id, lost, 'RUNNING', progress)).toBeUndefined()
      expect(await store().imports.save(record.id, late, 'RUNNING', progress)).toBe('RUNNING')
      await store().imports.release(record.id, lost)
      expect(await claim(record, NOON + 2000)).toBeUndefined()
      await store().imports.release(record.id, late)
      expect(await claim(record, NOON + 2000)).toEqual({ found: { ...record, ...progress }, attempts: 1 })
    })

    it('a server that works on a canceled import learns it and stores what it did; a changed preview ends its claim', async () => {
      const running = await newImport({ state: 'RUNNING' })
      const token = unique()
      const until = NOON + 1000
      await claim(running, NOON, token)
      await change(running, ['RUNNING'], { state: 'CANCELED', updatedAt: NOON })
      const done = { state: 'DONE', report: REPORT, updatedAt: NOON } as const
      expect(await store().imports.save(running.id, { token, until }, 'RUNNING', done)).toBe('CANCELED')
      expect(await find(running.owner)).toMatchObject({ state: 'CANCELED', report: REPORT })
      const planning = await newImport({ state: 'PLANNING' })
      await claim(planning, NOON, token)
      await change(planning, ['PLANNING'], { state: 'PLANNING', updatedAt: NOON })
      expect(await store().imports.save(planning.id, { token, until }, 'PLANNING', done)).toBeUndefined()
      expect(await claim(planning)).toBeDefined()
    })

    it('waits while its account is disabled, and is deleted with it', async () => {
      const record = await newImport({ state: 'PLANNING', parts: 0 })
      const uploading = await newImport()
      await addPart(uploading, {})
      await store().users.setDisabled(record.owner, NOON)
      expect(await claim(record, NOON + 100_000)).toBeUndefined()
      await store().users.delete(record.owner)
      await store().users.delete(uploading.owner)
      expect([await find(record.owner), await find(uploading.owner)]).toEqual([undefined, undefined])
      expect(await store().imports.part(uploading.id, 0)).toBeUndefined()
    })

    it('old ones are forgotten with their files, and no others', async () => {
      const [old, kept] = [await newImport({ updatedAt: 1 }), await newImport()]
      await addPart(old, { at: 5 })
      await addPart(kept, {})
      await store().imports.forget(10)
      expect([await find(old.owner), (await find(kept.owner))?.id]).toEqual([undefined, kept.id])
      expect([await store().imports.part(old.id, 0), await store().imports.part(kept.id, 0)]).toEqual([
        undefined,
        'text',
      ])
    })
  })

type ChangeArguments = Parameters<Store['imports']['change']> extends [unknown, unknown, ...infer Rest] ? Rest : never

const REPORT: ImportReport = {
  ...{ rows: 1, characters: 4, planned: 0, created: 1, present: 0, skipped: 0, closed: 0, limited: 0, total: null },
  ...{ isCsv: true, domains: [{ name: 'default', links: 1 }], refused: [], lost: [], samples: [], problems: [] },
}
