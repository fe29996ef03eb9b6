import { type MeasuredServer, spawnMeasuredServer } from '../support/measured-server.ts'
import { type Database, testEnvironment } from '../support/server.ts'

/** A server process with every rate limit and WEBHOOK_ALLOW_PRIVATE at their defaults, as an operator starts it; killed when the test has finished. */
export async function attackedServer(
  database: Database = 'sqlite',
  settings: Record<string, string> = {},
): Promise<MeasuredServer> {
  const environment = Object.entries(await testEnvironment(database, { LOG_LEVEL: 'info' }))
  const atDefaults = environment.filter(([name]) => !name.startsWith('RATELIMIT_') && name !== 'WEBHOOK_ALLOW_PRIVATE')
  return spawnMeasuredServer({ ...Object.fromEntries(atDefaults), ...settings })
}
