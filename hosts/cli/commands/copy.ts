import { copyRows, finishCopy } from '../../app/copy-instance.ts'
import { addressFault, type CopySource, isStoreAddress, storeAt } from '../../app/stores.ts'
import { answer, jsonCommand } from '../command.ts'
import { badUsage } from '../failure.ts'
import { showProgress } from '../progress.ts'

interface CopyOptions {
  readonly from: string
  readonly to: string
  readonly json?: boolean
}

/** Creates `shortlink copy`, which copies a whole instance to another database. */
export const copyCommand = () =>
  jsonCommand('copy')
    .description('Copy an instance to a new database, for example from SQLite to Postgres')
    .requiredOption('--from <address>', 'database to copy, such as sqlite:data/shortlink.db')
    .requiredOption('--to <address>', 'new database, such as postgres://user:password@localhost/shortlink')
    .addHelpText(
      'after',
      `
Copies accounts, keys, domains, links, visits, webhooks, bio pages and all other data. Stop the servers of both databases
first; a running one is refused. To continue an interrupted copy, run the same command again; no server starts on the new database before the
copy is complete. Finally, the command compares every table of both databases.

Start the server on the new database with the same JWT_SECRET, APIKEY_PEPPER and DATA_DIR: sessions and API keys stay valid, and visits that
still wait in DATA_DIR are stored. PGPASSWORD keeps the password of Postgres out of process lists.`,
    )
    .action(copy)

async function copy({ from, to, ...options }: CopyOptions) {
  for (const [option, address] of Object.entries({ '--from': from, '--to': to })) {
    if (!isStoreAddress(address)) throw badUsage(`${option} must be sqlite:PATH or postgres://…`)
    const fault = addressFault(address)
    if (fault !== undefined) throw badUsage(`${option} ${fault}`)
  }
  if (from === to) throw badUsage('--from and --to are the same database')
  await using opened = new AsyncDisposableStack()
  const source = opened.adopt(await storeAt(from).openCopySource(), (source) => source.close())
  const target = opened.adopt(await storeAt(to).openCopyTarget(), (target) => target.close())
  const [rows, there] = [await countRows(source), await countRows(target)]
  using copying = showProgress('Copying rows', rows)
  copying.advance(there)
  await copyRows(source, target, copying)
  copying.end(`${rows} rows are copied`)
  using comparing = showProgress('Comparing rows', 2 * rows)
  const tables = await finishCopy(source, target, comparing)
  comparing.end('Both databases are the same')
  answer(options, { from: source.address, to: target.address, resumed: there > 0, tables }, [
    ...tables.filter(({ rows }) => rows > 0).map(({ table, rows }) => `${table}: ${rows}`),
    `Copied ${source.address} to ${target.address}`,
  ])
}

async function countRows({ tables, count }: CopySource): Promise<number> {
  let rows = 0
  for (const { name } of tables) rows += await count(name)
  return rows
}
