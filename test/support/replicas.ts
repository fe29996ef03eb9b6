import type { Configure } from '../../hosts/app/composition.ts'
import type { RunningServer } from '../../hosts/server/serve.ts'
import { publicUrl } from './oauth-app.ts'
import { type Database, startTestServer, testEnvironment } from './server.ts'

/** The servers behind one public URL: one on SQLite, two on Postgres. */
export interface Replicas {
  /** The public URL, which is that of the first one. */
  readonly base: string
  readonly servers: readonly RunningServer[]
  /** Sends requests to the public URL to one of the servers. */
  readonly fetchFrom: (server: RunningServer) => typeof fetch
  close(): Promise<unknown>
}

export async function startReplicas(
  database: Database,
  settings: Readonly<Record<string, string>> = {},
  configure?: Configure,
): Promise<Replicas> {
  const environment = await testEnvironment(database, settings)
  const base = `http://localhost:${environment.PORT}`
  const servers = [await startTestServer({ settings: environment, configure })]
  if (database === 'postgres') {
    const { PORT = '' } = await testEnvironment('sqlite')
    servers.push(await startTestServer({ settings: { ...environment, BASE_URL: base, PORT }, configure }))
  }
  return {
    base,
    servers,
    fetchFrom: (server) => (input, init) => fetch(String(input).replace(base, publicUrl(server.url)), init),
    close: () => Promise.all(servers.map((server) => server.close('tests are over'))),
  }
}
