import { z } from 'zod'
import { changesInput } from '../../audit/changes.ts'
import { found } from '../../kernel/found.ts'
import type { AnnotationId } from '../../kernel/ids.ts'
import { definedOnly, id } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'
import { annotationInput } from './annotation-input.ts'

/** Moves an annotation to another day, or replaces its text. */
export const updateAnnotation = defineUseCase({
  name: 'updateAnnotation',
  access: 'user',
  scope: 'links:write',
  input: z.object({
    id: id<AnnotationId>().describe("The annotation's id."),
    date: annotationInput.date.optional(),
    text: annotationInput.text.optional(),
  }),
  run: ({ store }, { owner }, { id, ...changes }) =>
    found(store.annotations.updateOwned(owner, id, definedOnly(changes)), 'Annotation'),
  audit: changesInput('ANNOTATION'),
})
