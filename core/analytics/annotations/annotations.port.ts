import type { AnnotationId, LinkId, UserId } from '../../kernel/ids.ts'
import type { Annotation } from './annotation.ts'

/** Changes to an annotation by its owner; omitted fields keep their value. */
export type AnnotationChanges = Partial<Pick<Annotation, 'date' | 'text'>>

/** Which annotations of an account to list; omitted fields filter nothing. */
export interface AnnotationFilter {
  /** Only annotations of this link and of the whole account. */
  readonly linkId?: LinkId | null | undefined
  /** The first day. */
  readonly fromDate?: string | null | undefined
  /** The last day. */
  readonly toDate?: string | null | undefined
}

/** Annotations of charts. Annotations of deleted links are hidden at once, and stay stored until {@link Annotations.forget}. */
export interface Annotations {
  /** Inserts the annotation; false, without a change, if its owner has `max` already. */
  insert(annotation: Annotation, max: number): Promise<boolean>
  /** By day, then oldest first. */
  list(owner: UserId, filter: AnnotationFilter): Promise<readonly Annotation[]>
  /** Undefined if the owner has no annotation with that id, or its link was deleted. */
  updateOwned(owner: UserId, id: AnnotationId, changes: AnnotationChanges): Promise<Annotation | undefined>
  /** False if the owner has no annotation with that id. */
  deleteOwned(owner: UserId, id: AnnotationId): Promise<boolean>
  /** Deletes the annotations of deleted links. */
  forget(): Promise<void>
}
