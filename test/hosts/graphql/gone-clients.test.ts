import { expect, it } from 'vitest'
import { testPorts } from '../../support/ports.ts'
import { openFixture } from './fixture.ts'

it('of a mutation whose client leaves, the fields that have not begun make nothing', async () => {
  let leave = () => {}
  const { passwords } = testPorts()
  const { newAccount, ports } = openFixture({
    onEnd: (listener) => {
      leave = listener
    },
    ports: {
      passwords: {
        ...passwords,
        hash: (...given) => {
          leave()
          return passwords.hash(...given)
        },
      },
    },
  })
  const account = await newAccount()
  const create = (slug: string, more = '') =>
    `${slug}: createShortlink(target: "https://example.com/", shortlink: "${slug}"${more})`
  await account.ask(`mutation { ${create('one')} ${create('two', ', password: "a password"')} ${create('three')} }`)
  const slugs = await Promise.all(['one', 'two', 'three'].map((slug) => ports.store.links.findBySlug('', slug)))
  expect(slugs.map((link) => link?.slug)).toEqual(['one', 'two', undefined])
})
