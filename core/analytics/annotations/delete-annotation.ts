import { z } from 'zod'
import { namesInput } from '../../audit/changes.ts'
import { found } from '../../kernel/found.ts'
import type { AnnotationId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'

/** Deletes an annotation. */
export const deleteAnnotation = defineUseCase({
  name: 'deleteAnnotation',
  access: 'user',
  scope: 'links:write',
  input: z.object({ id: id<AnnotationId>().describe("The annotation's id.") }),
  run: ({ store }, { owner }, { id }) => found(store.annotations.deleteOwned(owner, id), 'Annotation'),
  audit: namesInput('ANNOTATION'),
})
