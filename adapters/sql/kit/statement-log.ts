import type { LogEvent } from 'kysely'
import type { OnStatement } from '../../kit/statement-done.ts'

/** The option of Kysely that reports statements; empty without a callback, so that they then cost nothing more. */
export const statementLog = (onStatement: OnStatement | undefined) =>
  onStatement && {
    log: (event: LogEvent) =>
      onStatement({
        sql: event.query.sql,
        durationMs: event.queryDurationMillis,
        error: event.level === 'error' ? event.error : undefined,
      }),
  }
