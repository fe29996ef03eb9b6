import type { Annotation } from '@shortlink/core'
import { newestFirst } from '@shortlink/core/adapter'
import type { AnnotationFilter, Annotations } from '@shortlink/core/ports'
import { ownedRecords } from '../owned-records.ts'
import type { Call } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** {@link Annotations} in memory. */
export function memoryAnnotations(call: Call, { annotations, links }: Tables): Annotations {
  const { insert, updateOwned, deleteOwned } = ownedRecords(call, annotations)
  const isOfDeletedLink = ({ linkId }: Annotation) => linkId !== null && links.get(linkId) === undefined
  return {
    insert,
    deleteOwned,

    list: (owner, filter) =>
      call(() =>
        annotations
          .where('owner', owner)
          .filter((annotation) => matches(annotation, filter) && !isOfDeletedLink(annotation))
          .sort((one, other) => (one.date === other.date ? newestFirst(other, one) : one.date < other.date ? -1 : 1)),
      ),

    updateOwned: async (owner, id, changes) => {
      const annotation = annotations.get(id)
      return annotation && isOfDeletedLink(annotation) ? undefined : updateOwned(owner, id, changes)
    },

    forget: () =>
      call((transaction) => {
        for (const annotation of annotations.all())
          if (isOfDeletedLink(annotation)) annotations.remove(transaction, annotation)
      }),
  }
}

const matches = ({ linkId, date }: Annotation, { linkId: wanted, fromDate, toDate }: AnnotationFilter) =>
  (wanted == null || linkId === null || linkId === wanted) &&
  (fromDate == null || date >= fromDate) &&
  (toDate == null || date <= toDate)
