import { createQrStyle, deleteQrStyle, qrStyles, replaceQrStyle } from '@shortlink/core'
import { list, nothing, one } from '../table/answers.ts'
import { type Row, route } from '../table/row.ts'
import { shapeOf } from '../table/shape.ts'

const QrStyle = shapeOf('SavedQrStyle')

/** Operations on saved QR styles. */
export const qrStyleRoutes: readonly Row[] = [
  route('GET', '/qr-styles', qrStyles, {
    id: 'listQrStyles',
    summary: 'List saved QR styles, oldest first',
    answer: list(QrStyle),
  }),
  route('POST', '/qr-styles', createQrStyle, {
    summary: 'Save the design of QR codes under a name',
    answer: one(QrStyle, { location: ({ id }) => `/qr-styles/${id}` }),
  }),
  route('PUT', '/qr-styles/{id}', replaceQrStyle, {
    summary: 'Replace a saved QR style',
    description: 'Replaces its name and its whole design. Omitted fields get their defaults.',
    answer: one(QrStyle),
  }),
  route('DELETE', '/qr-styles/{id}', deleteQrStyle, { summary: 'Delete a saved QR style', answer: nothing }),
]
