import { createApiKey } from '@shortlink/core'
import { parametersOf } from '../table/parameters.ts'
import { type Row, row } from '../table/row.ts'
import { INSTANT_FORMS } from '../table/values.ts'

export const keyRows: readonly Row[] = [
  row({
    path: 'key create',
    summary: 'Create an API key; its secret is printed once',
    useCase: createApiKey,
    access: 'account',
    effect: 'writes',
    parameters: parametersOf(createApiKey.input, {
      label: '--label <label>',
      expiresAt: ['--expires <when>', `when the key ends: ${INSTANT_FORMS}; never if left out`],
    }),
    examples: [
      'key create --user ada@example.com --label laptop',
      'key create --user ada@example.com --label "Build server" --expires 90d',
    ],
    show: ({ apiKey: { id, label, expiresAt }, secret }) => ({
      json: { id, label, secret, expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString() },
      lines: [secret],
    }),
  }),
]
