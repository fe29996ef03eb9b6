import { createApiKey, listApiKeys, mayMakeKeys, revokeApiKey } from '@shortlink/core'
import { CommandFailed } from '../failure.ts'
import { isoOf, minuteOf, toColumns } from '../table/columns.ts'
import { parametersOf } from '../table/parameters.ts'
import { type Row, row } from '../table/row.ts'
import { INSTANT_FORMS } from '../table/values.ts'

const OTHER_PEPPER =
  'APIKEY_PEPPER is not the one of this database, so its server would refuse the key: use the server\'s settings (--env-file), or see "shortlink doctor"'

export const keyRows: readonly Row[] = [
  row({
    path: 'key list',
    summary: 'List an account’s API keys, newest first, without their secrets',
    useCase: listApiKeys,
    access: 'account',
    effect: 'reads',
    parameters: [],
    examples: ['key list --user ada@example.com'],
    show: (keys) => ({
      json: keys.map(({ id, label, prefix, last4, lastUsedAt, expiresAt, createdAt }) => ({
        ...{ id, label, prefix, last4 },
        ...{ lastUsedAt: isoOf(lastUsedAt), expiresAt: isoOf(expiresAt), createdAt: isoOf(createdAt) },
      })),
      lines: toColumns(
        ['ID', 'LABEL', 'KEY', 'CREATED', 'LAST USED', 'EXPIRES'],
        keys.map(({ id, label, prefix, last4, lastUsedAt, expiresAt, createdAt }) => [
          ...[id, label, `${prefix}…${last4}`],
          ...[createdAt, lastUsedAt, expiresAt].map(minuteOf),
        ]),
      ),
    }),
  }),
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
    notes: 'Dates and times without Z or an offset are in this machine’s time zone; a date alone is its first moment.',
    async input(given, { ports }) {
      if (!(await mayMakeKeys(ports))) throw new CommandFailed(OTHER_PEPPER)
      return given
    },
    examples: [
      'key create --user ada@example.com --label laptop',
      'key create --user ada@example.com --label "Build server" --expires 90d',
    ],
    show: ({ apiKey: { id, label, expiresAt }, secret }) => ({
      json: { id, label, secret, expiresAt: isoOf(expiresAt) },
      lines: [secret],
    }),
  }),
  row({
    path: 'key revoke',
    summary: 'Revoke an API key immediately',
    useCase: revokeApiKey,
    access: 'account',
    effect: 'writes',
    parameters: parametersOf(revokeApiKey.input, { id: ['<id>', 'id of the key, as key list prints it'] }),
    examples: ['key revoke 01a20284-65eb-7000-986c-f3928565e59a --user ada@example.com'],
    show: (revoked, _host, { id }) => ({ json: { id, revoked }, lines: [`${id} is revoked`] }),
  }),
]
