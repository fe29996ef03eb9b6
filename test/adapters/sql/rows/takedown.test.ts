import { openSqliteStore } from '@shortlink/adapters/sqlite'
import type { LinkChange } from '@shortlink/core/ports'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { anAccount, anApiKey, done, NOON, newLink } from '../../../../core/contracts/samples.ts'
import { newSqliteFile } from '../../../support/databases.ts'
import { waitFor } from '../../../support/wait-for.ts'

/** A store on a new file, a second one as a command opens it, and the file as a program without any knowledge of takedowns reads it. */
async function openFile() {
  const file = newSqliteFile()
  const [server, command] = [await openSqliteStore({ file }), await openSqliteStore({ file, exclusive: false })]
  const raw = new Database(file, { readonly: true })
  onTestFinished(async () => {
    raw.close()
    await command.close()
    await server.close()
  })
  return { server, command, raw }
}

describe('the previous version, on the same database,', () => {
  it('the previous version finds no target and no rule of a disabled link', async () => {
    const { server, raw } = await openFile()
    const rules = [{ type: 'os', value: 'ios', target: 'https://example.com/ios' }]
    const link = await newLink(server, { rules })
    const seen = () => raw.prepare('select target, rules from links where slug = ?').get(link.slug)
    await server.links.setDisabled('', link.slug, NOON)
    expect(seen()).toEqual({ target: '', rules: '[]' })
    await server.links.setDisabled('', link.slug, null)
    expect(seen()).toEqual({ target: link.target, rules: JSON.stringify(rules) })
  })

  it('the previous version finds no target, key, session or password of a disabled account', async () => {
    const { server, raw } = await openFile()
    const account = await done(server.users.insert(anAccount({ epoch: 3 })))
    const key = anApiKey(account.id)
    await server.apiKeys.insert(key)
    // More than are closed at once.
    for (let made = 0; made < 600; made++) await newLink(server, { owner: account.id })
    const open = () => raw.prepare("select count(*) from links where target <> ''").pluck().get()
    const keys = () => raw.prepare('select count(*) from api_keys where digest = ?').pluck().get(key.digest)
    const user = () => raw.prepare('select epoch, password_hash from users where id = ?').get(account.id)
    await server.users.setDisabled(account.id, NOON)
    expect([open(), keys(), user()]).toEqual([0, 0, { epoch: -4, password_hash: `disabled:${account.passwordHash}` }])
    await server.users.setDisabled(account.id, null)
    expect([open(), keys(), user()]).toEqual([600, 1, { epoch: 3, password_hash: account.passwordHash }])
  })
})

it('a server on SQLite is notified of takedowns by a command on the same file', async () => {
  const { server, command } = await openFile()
  const link = await newLink(server)
  const changes: LinkChange[] = []
  server.linkFeed.subscribe((change) => changes.push(change))
  await command.links.setDisabled('', link.slug, NOON)
  await waitFor(() => expect(changes).toContain('everything'))
})
