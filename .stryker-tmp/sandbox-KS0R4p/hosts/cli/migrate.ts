import { inspectDatabase } from '../maintenance.ts'
import { answer, jsonCommand, withTools } from './command.ts'

/** `shortlink migrate`: what every start does, for those who want it done before. */
export const migrateCommand = () =>
  jsonCommand('migrate')
    .description('Make the database, or bring its schema up to date')
    .action((options) =>
      withTools(async ({ settings }) => {
        const { schema } = await inspectDatabase(settings)
        answer(options, { schema: schema.applied }, [`The schema is up to date (${schema.applied.at(-1)}).`])
      }),
    )
