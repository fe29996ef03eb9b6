import { endOtherSessions, endSession, type ListedSession, listSessions } from '@shortlink/core'
import { parametersOf } from '../parameters.ts'
import { counted, isoOf, minuteOf, toColumns } from '../table/columns.ts'
import { type Row, row } from '../table/row.ts'

const deviceOf = ({ browser, os }: ListedSession) =>
  browser && os ? `${browser} on ${os}` : (browser ?? os ?? 'unknown')

export const sessionRows: readonly Row[] = [
  row({
    path: 'session list',
    summary: 'List an account’s open sessions, the last used first, at most 100',
    useCase: listSessions,
    access: 'account',
    effect: 'reads',
    parameters: [],
    examples: ['session list --user ada@example.com'],
    show: (sessions) => ({
      json: sessions.map(({ id, browser, os, network, createdAt, lastUsedAt, expiresAt }) => ({
        ...{ id, browser, os, network },
        ...{ createdAt: isoOf(createdAt), lastUsedAt: isoOf(lastUsedAt), expiresAt: isoOf(expiresAt) },
      })),
      lines: toColumns(
        ['ID', 'DEVICE', 'NETWORK', 'CREATED', 'LAST USED', 'EXPIRES'],
        sessions.map((session) => [
          ...[session.id, deviceOf(session), session.network ?? 'unknown'],
          ...[session.createdAt, session.lastUsedAt, session.expiresAt].map(minuteOf),
        ]),
      ),
    }),
  }),
  row({
    path: 'session end',
    summary: 'End a session immediately',
    useCase: endSession,
    access: 'account',
    effect: 'writes',
    parameters: parametersOf(endSession.input, { id: ['<id>', 'id of the session, as session list prints it'] }),
    examples: ['session end 5d0e0f3c-54f5-4a0c-9d53-7c9ad4f0c8f1 --user ada@example.com'],
    show: (ended, _host, { id }) => ({ json: { id, ended }, lines: [`Ended ${id}`] }),
  }),
  row({
    path: 'session end-all',
    summary: 'End all sessions of an account immediately; its API keys stay valid',
    useCase: endOtherSessions,
    access: 'account',
    effect: 'writes',
    parameters: [],
    examples: ['session end-all --user ada@example.com'],
    show: (ended) => ({ json: { ended }, lines: [`Ended ${counted(ended, 'session')}`] }),
  }),
]
