import { err, ok, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import type { ImportId } from '../kernel/ids.ts'
import { id, text, withDefault } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { MAX_IMPORT_CHARACTERS, MAX_PART_CHARACTERS } from './import.ts'

const input = z.object({
  id: id<ImportId>().describe("The import's id."),
  index: z.int('index must be a whole number').min(0).describe('The number of the part, counted from 0.'),
  text: text('text', { max: MAX_PART_CHARACTERS }).describe(
    `The next characters of the file, at most ${MAX_PART_CHARACTERS}.`,
  ),
  last: withDefault(z.boolean('last must be true or false'), false).describe(
    'Whether this is the last part. The server then makes the preview.',
  ),
})

/** Uploads a part of a file, in order. Sending a part again changes nothing. */
export const addImportPart = defineUseCase({
  name: 'addImportPart',
  access: 'user',
  scope: 'links:create',
  demand: 'creates',
  input,
  run: ({ store, clock }, { owner }, { id, index, text, last }) =>
    store.atomic(({ imports }) =>
      ResultAsync.fromSafePromise(
        (async () => {
          const part = { index, text, isLast: last, at: clock.now() }
          const added = await imports.addPart(owner, id, part, MAX_IMPORT_CHARACTERS)
          return added ?? (await imports.find(owner))
        })(),
      ).andThen((found) => {
        if (found?.id !== id) return err(MISSING)
        if (index < found.parts) return ok(found)
        if (found.state !== 'UPLOADING') return err(UPLOADED)
        return err(index > found.parts ? outOfOrder(found.parts) : TOO_LONG)
      }),
    ),
})

const MISSING: ErrorOf<'not-found'> = { type: 'not-found', what: 'Import' }
const invalid = (path: string, message: string): ErrorOf<'invalid-input'> => ({ type: 'invalid-input', path, message })
const UPLOADED = invalid('', 'The file of the import is complete')
const outOfOrder = (parts: number) => invalid('index', `index must be ${parts}, the number of the next part`)
const TOO_LONG = invalid('text', `A file may have at most ${MAX_IMPORT_CHARACTERS} characters; split it`)
