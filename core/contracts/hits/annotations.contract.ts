import { describe, expect, it } from 'vitest'
import type { Annotation } from '../../analytics/annotations/annotation.ts'
import type { AnnotationId } from '../../kernel/ids.ts'
import type { Store } from '../../ports.ts'
import { NOON, newLink, newOwner, unique } from '../samples.ts'

export const annotationsContract = (store: () => Store) =>
  describe('annotations', () => {
    const newAnnotation = async (given: Partial<Annotation> = {}): Promise<Annotation> => {
      const annotation: Annotation = {
        id: unique() as AnnotationId,
        owner: given.owner ?? (await newOwner(store())),
        linkId: null,
        date: '2026-05-01',
        text: 'Newsletter',
        createdAt: NOON,
        ...given,
      }
      expect(await store().annotations.insert(annotation, 10)).toBe(true)
      return annotation
    }
    const list = ({ owner }: Pick<Annotation, 'owner'>) => store().annotations.list(owner, {})

    it('an account lists its own by day, then oldest first, and has at most as many as allowed', async () => {
      const third = await newAnnotation({ createdAt: NOON + 1, text: "50% 'off' ü 🌱" })
      const { owner } = third
      const second = await newAnnotation({ owner })
      const first = await newAnnotation({ owner, date: '2025-12-31', createdAt: NOON + 2 })
      await newAnnotation()
      expect(await list(third)).toEqual([first, second, third])
      expect(await store().annotations.insert({ ...first, id: unique() as AnnotationId }, 3)).toBe(false)
      expect(await list(third)).toEqual([first, second, third])
    })

    it('lists the ones of a link with the ones of the account, from the first to the last day', async () => {
      const owner = await newOwner(store())
      const [link, other] = [await newLink(store(), { owner }), await newLink(store(), { owner })]
      const ofLink = await newAnnotation({ owner, linkId: link.id, date: '2026-05-01' })
      const ofAll = await newAnnotation({ owner, date: '2026-05-02' })
      const ofOther = await newAnnotation({ owner, linkId: other.id, date: '2026-05-03' })
      const find = store().annotations.list
      expect(await find(owner, { linkId: link.id })).toEqual([ofLink, ofAll])
      expect(await find(owner, { linkId: null, fromDate: null, toDate: null })).toEqual([ofLink, ofAll, ofOther])
      expect(await find(owner, { fromDate: '2026-05-02', toDate: '2026-05-02' })).toEqual([ofAll])
      expect(await find(owner, { linkId: other.id, fromDate: '2026-05-03' })).toEqual([ofOther])
      expect(await find(owner, { linkId: link.id, toDate: '2026-04-30' })).toEqual([])
    })

    it('only its owner updates and deletes an annotation; omitted fields keep their value', async () => {
      const [annotation, other] = [await newAnnotation(), await newAnnotation()]
      const { updateOwned, deleteOwned } = store().annotations
      expect(await updateOwned(other.owner, annotation.id, { text: 'Stolen' })).toBeUndefined()
      expect(await updateOwned(annotation.owner, annotation.id, {})).toEqual(annotation)
      const changed = { ...annotation, date: '2026-06-01' }
      expect(await updateOwned(annotation.owner, annotation.id, { date: '2026-06-01' })).toEqual(changed)
      expect([await list(annotation), await list(other)]).toEqual([[changed], [other]])
      expect(await deleteOwned(other.owner, annotation.id)).toBe(false)
      expect(await deleteOwned(annotation.owner, annotation.id)).toBe(true)
      expect(await deleteOwned(annotation.owner, annotation.id)).toBe(false)
      expect([await list(annotation), await list(other)]).toEqual([[], [other]])
    })

    it('are hidden once their link is deleted, and then deleted; others stay until their account is deleted', async () => {
      const owner = await newOwner(store())
      const [link, kept] = [await newLink(store(), { owner }), await newLink(store(), { owner })]
      const ofLink = await newAnnotation({ owner, linkId: link.id })
      const others = [await newAnnotation({ owner, linkId: kept.id }), await newAnnotation({ owner })]
      await store().links.deleteOwned(owner, link.id, null)
      const listed = async () => new Set(await list({ owner }))
      expect(await listed()).toEqual(new Set(others))
      expect(await store().annotations.updateOwned(owner, ofLink.id, { text: 'Late' })).toBeUndefined()
      await store().annotations.forget()
      expect(await store().annotations.deleteOwned(owner, ofLink.id)).toBe(false)
      expect(await listed()).toEqual(new Set(others))
      await store().users.delete(owner)
      expect(await list({ owner })).toEqual([])
    })
  })
