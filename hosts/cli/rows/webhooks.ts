import { listWebhooks } from '@shortlink/core'
import { isoOf, minuteOf, toColumns } from '../table/columns.ts'
import { type Row, row } from '../table/row.ts'

export const webhookRows: readonly Row[] = [
  row({
    path: 'webhook list',
    summary: 'List an account’s webhooks, newest first',
    useCase: listWebhooks,
    access: 'account',
    effect: 'reads',
    parameters: [],
    examples: ['webhook list --user ada@example.com', 'webhook list --user ada@example.com --json'],
    show: (webhooks) => ({
      json: webhooks.map(({ id, url, events, enabled, createdAt }) => ({
        ...{ id, url, events, enabled },
        createdAt: isoOf(createdAt),
      })),
      lines: toColumns(
        ['ID', 'URL', 'EVENTS', 'STATE', 'CREATED'],
        webhooks.map(({ id, url, events, enabled, createdAt }) => [
          ...[id, url, events.join(','), enabled ? 'enabled' : 'disabled'],
          minuteOf(createdAt),
        ]),
      ),
    }),
  }),
]
