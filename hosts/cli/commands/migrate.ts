import { storeAt } from '../../app/stores.ts'
import { answer, jsonCommand, withContext } from '../command.ts'

/** Creates `shortlink migrate`, which runs the migration of every start in advance. */
export const migrateCommand = () =>
  jsonCommand('migrate')
    .description('Create the database, or bring its schema up to date')
    .action((options) =>
      withContext(
        async ({ settings }) => {
          const { schema } = await storeAt(settings.DATABASE_URL).inspect()
          answer(options, { schema: schema.applied }, [`The schema is up to date (${schema.applied.at(-1)}).`])
        },
        { effect: 'creates' },
      ),
    )
