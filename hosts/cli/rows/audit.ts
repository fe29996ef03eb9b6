import { type AuditEntry, listAuditEntries } from '@shortlink/core'
import { parametersOf } from '../parameters.ts'
import { isoOf, minuteOf, toColumns } from '../table/columns.ts'
import { onEither, type Row } from '../table/row.ts'
import { INSTANT_FORMS } from '../values.ts'

const toShown = ({
  id,
  at,
  actor,
  surface,
  action,
  targetKind,
  targetId,
  changed,
  requestId,
  network,
}: AuditEntry) => ({
  ...{ id, at: isoOf(at), actor, surface, action, targetKind, targetId, changed, requestId, network },
})

export const auditRows: readonly Row[] = [
  {
    path: 'audit list',
    summary: 'List who changed what in an account, newest first: changes of records, logins and failed logins',
    access: 'account',
    effect: 'reads',
    parameters: parametersOf(listAuditEntries.input, {
      action: ['--action <name>', 'only this action, such as updateLink or loginFailed'],
      actor: ['--actor <actor>', 'only this actor, such as key:<id>, cli or system'],
      targetId: ['--target <id>', 'only the record with this id'],
      from: ['--from <when>', `start: ${INSTANT_FORMS}`],
      to: ['--to <when>', 'end, excluded; the same forms'],
      take: '--take <n>',
      cursor: ['--cursor <text>', 'continue a list, as its note says'],
    }),
    examples: [
      'audit list --user ada@example.com',
      'audit list --user ada@example.com --action loginFailed --take 20 --json',
    ],
    ...onEither(async (host, given) => {
      const { items, nextCursor } = await host.run(listAuditEntries, given)
      return {
        json: { items: items.map(toShown), nextCursor },
        lines: toColumns(
          ['TIME', 'ACTION', 'RECORD', 'CHANGED', 'ACTOR', 'SURFACE', 'NETWORK'],
          items.map(({ at, action, targetKind, targetId, changed, actor, surface, network }) => [
            ...[
              minuteOf(at),
              action,
              `${targetKind} ${targetId}`,
              changed.join() || '-',
              actor,
              surface,
              network ?? '-',
            ],
          ]),
        ),
        notes: nextCursor === null ? [] : [`next page: --cursor ${nextCursor}`],
      }
    }),
  },
]
