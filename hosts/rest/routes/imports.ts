import {
  addImportPart,
  cancelImport,
  createImport,
  type Import,
  latestImport,
  startImport,
  updateImport,
} from '@shortlink/core'
import { one, page } from '../table/answers.ts'
import { type Row, route } from '../table/row.ts'
import { shapeOf } from '../table/shape.ts'

const ImportShape = shapeOf<Import>('Import')

/** Operations on imports in the background. */
export const importRoutes: readonly Row[] = [
  route('GET', '/imports', latestImport, {
    id: 'listImports',
    summary: 'Get the import in the background',
    description: 'An account has one; a new one replaces it. It is deleted seven days after its last change.',
    answer: page<Import | null>(ImportShape, (found) => ({ items: found ? [found] : [], nextCursor: null })),
  }),
  route('POST', '/imports', createImport, {
    summary: 'Begin the import of a file',
    description: 'Then upload the file in parts, wait until the preview is `READY`, and start the import.',
    answer: one(ImportShape, { location: () => '/imports' }),
  }),
  route('POST', '/imports/{id}/parts', addImportPart, {
    summary: 'Upload a part of the file',
    description: 'In order. Sending a part again changes nothing.',
    answer: one(ImportShape),
  }),
  route('PATCH', '/imports/{id}', updateImport, {
    summary: 'Change the choices before the start',
    description: 'The server then makes a new preview.',
    answer: one(ImportShape),
  }),
  route('POST', '/imports/{id}/start', startImport, {
    summary: 'Start an import',
    description:
      'The server runs it in the background, even before its preview is ready. Starting it again changes nothing.',
    answer: one(ImportShape),
  }),
  route('POST', '/imports/{id}/cancel', cancelImport, {
    summary: 'Cancel an import',
    description: 'Its file is deleted. Imported links stay.',
    answer: one(ImportShape),
  }),
]
