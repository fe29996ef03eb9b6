import { defineConfig } from 'rolldown'

export default defineConfig({
  input: {
    main: 'hosts/server/main.ts',
    cli: 'hosts/cli/main.ts',
    'hit-worker': 'hosts/hit-worker.ts',
    'sql-worker': 'adapters/sqlite/sql-worker.ts',
  },
  platform: 'node',
  external: ['better-sqlite3', 'argon2', 'pg-native', /^@ip-location-db\//],
  resolve: { conditionNames: ['@shortlink/source', 'node', 'import', 'default'] },
  output: {
    dir: 'hosts/dist/server',
    format: 'esm',
    chunkFileNames: 'chunks/[name]-[hash].js',
    minify: false,
    sourcemap: false,
    cleanDir: true,
  },
})
