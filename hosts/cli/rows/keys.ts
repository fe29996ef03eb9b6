import { type ApiKey, createApiKey, listApiKeys, revokeApiKey, rotateApiKey, SCOPES } from '@shortlink/core'
import { mayMakeKeys } from '@shortlink/core/host'
import { ResultAsync } from 'neverthrow'
import { CommandFailed } from '../failure.ts'
import { parameter, parametersOf } from '../parameters.ts'
import { isoOf, minuteOf, toColumns } from '../table/columns.ts'
import { type Host, type Row, row } from '../table/row.ts'
import { INSTANT_FORMS } from '../values.ts'

const OTHER_PEPPER =
  'APIKEY_PEPPER does not match this database, so its server would refuse the key; use the server\'s settings (--env-file), or see "shortlink doctor"'

async function requirePepper({ onPorts }: Pick<Host, 'onPorts'>) {
  const mayMake = await onPorts((ports) => ResultAsync.fromSafePromise(mayMakeKeys(ports)))
  if (!mayMake) throw new CommandFailed(OTHER_PEPPER)
}

/** A list of names with commas between them; undefined if it is not given. */
const namesIn = (text: string | undefined) => text?.split(',').map((name) => name.trim())

/** The rights of a key in JSON output; absent for a key without restrictions. */
const rightsOf = ({ scopes, targetHosts }: Pick<ApiKey, 'scopes' | 'targetHosts'>) => ({
  ...(scopes && { scopes }),
  ...(targetHosts && { targetHosts }),
})

const rightsText = ({ scopes, targetHosts }: ApiKey) =>
  [scopes?.join(',') ?? 'all', ...(targetHosts ? [`to ${targetHosts.join(',')}`] : [])].join(' ')

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
      json: keys.map(
        ({ id, label, prefix, last4, lastUsedAt, lastUsedNetwork, expiresAt, createdAt, rotatedFrom, ...key }) => ({
          ...{ id, label, prefix, last4 },
          ...{
            lastUsedAt: isoOf(lastUsedAt),
            lastUsedNetwork,
            expiresAt: isoOf(expiresAt),
            createdAt: isoOf(createdAt),
          },
          ...rightsOf(key),
          ...(rotatedFrom && { rotatedFrom }),
        }),
      ),
      lines: toColumns(
        ['ID', 'LABEL', 'KEY', 'CREATED', 'LAST USED', 'NETWORK', 'EXPIRES', 'SCOPES'],
        keys.map((key) => [
          ...[key.id, key.label, `${key.prefix}…${key.last4}`],
          ...[
            minuteOf(key.createdAt),
            minuteOf(key.lastUsedAt),
            key.lastUsedNetwork ?? 'unknown',
            minuteOf(key.expiresAt),
          ],
          rightsText(key),
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
    parameters: [
      ...parametersOf(createApiKey.input, {
        label: '--label <label>',
        expiresAt: ['--expires <when>', `expiration date: ${INSTANT_FORMS}; default: never`],
      }),
      parameter('--scopes <list>', `scopes of the key, separated by commas: ${SCOPES.join(', ')}; default: all`),
      parameter(
        '--target-hosts <list>',
        'hosts that its links must lead to, separated by commas; .example.com includes subdomains; default: any',
        { field: 'targetHosts' },
      ),
    ],
    notes: 'Dates and times without Z or an offset are in this machine’s time zone; a date alone means its start.',
    async input(given, host) {
      await requirePepper(host)
      const { scopes, targetHosts } = given
      return { ...given, scopes: namesIn(scopes), targetHosts: namesIn(targetHosts) }
    },
    examples: [
      'key create --user ada@example.com --label laptop',
      'key create --user ada@example.com --label "Build server" --expires 90d',
      'key create --user ada@example.com --label website --scopes links:create --target-hosts .example.com',
    ],
    show: ({ apiKey: { id, label, expiresAt, ...key }, secret }) => ({
      json: { id, label, secret, expiresAt: isoOf(expiresAt), ...rightsOf(key) },
      lines: [secret],
    }),
  }),
  row({
    path: 'key rotate',
    summary: 'Replace an API key with a new one; its secret is printed once',
    useCase: rotateApiKey,
    access: 'account',
    effect: 'writes',
    parameters: parametersOf(rotateApiKey.input, {
      id: ['<id>', 'id of the old key, as key list prints it'],
      overlapHours: '--overlap-hours <n>',
    }),
    async input(given, host) {
      await requirePepper(host)
      return given
    },
    examples: [
      'key rotate 01a20284-65eb-7000-986c-f3928565e59a --user ada@example.com',
      'key rotate 01a20284-65eb-7000-986c-f3928565e59a --user ada@example.com --overlap-hours 0',
    ],
    show: ({ apiKey: { id, label, expiresAt, ...key }, secret }, _host, { id: rotatedFrom }) => ({
      json: { id, label, secret, expiresAt: isoOf(expiresAt), ...rightsOf(key), rotatedFrom },
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
    show: (revoked, _host, { id }) => ({ json: { id, revoked }, lines: [`Revoked ${id}`] }),
  }),
]
