import { okAsync, type ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { returnsRecord } from '../../audit/changes.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import { found, inserted } from '../../kernel/found.ts'
import type { LinkId, UserId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { ANNOTATIONS_PER_ACCOUNT, type Annotation } from './annotation.ts'
import { annotationInput } from './annotation-input.ts'

/** Adds a note to a day of the charts of a link, or of the whole account. */
export const createAnnotation = defineUseCase({
  name: 'createAnnotation',
  access: 'user',
  scope: 'links:write',
  demand: 'creates',
  input: z.object({
    linkId: id<LinkId>('linkId').nullish().describe('The link, by id; the whole account if omitted.'),
    ...annotationInput,
  }),
  run({ store, ids, clock }, { owner }, { linkId = null, ...fields }) {
    const annotation: Annotation = { id: ids.annotation(), owner, linkId, ...fields, createdAt: clock.now() }
    const max = ANNOTATIONS_PER_ACCOUNT
    return checkLink(store, owner, linkId).andThen(() =>
      inserted(store.annotations.insert(annotation, max), annotation, max, 'annotations'),
    )
  },
  audit: returnsRecord('ANNOTATION'),
})

/** Fails if the owner does not have the link. */
const checkLink = (
  { links }: Ports['store'],
  owner: UserId,
  id: LinkId | null,
): ResultAsync<unknown, ErrorOf<'not-found'>> =>
  id === null ? okAsync(undefined) : found(links.findOwned(owner, id), 'Shortlink')
