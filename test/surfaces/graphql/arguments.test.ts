import { beforeAll, describe, expect, it } from 'vitest'
import { administrators } from '../../support/administrators.ts'
import { newAccount } from '../../support/api.ts'
import { graphqlTextPlaces, SAID_OF_TEXTS } from '../../support/graphql-places.ts'
import { FEW_NAUGHTY_TEXTS } from '../../support/naughty-texts.ts'
import { surfaceDatabases, useTestServer, withPatientReads } from '../../support/server.ts'

/** Texts that databases refuse unless they are checked before. */
const REFUSED_BY_DATABASES = ['a\0b', '\udfff\ud800']

/** Two of the other texts for each place, in turn; test/faults/naughty-texts sends each place a tenth of all. */
const textsOf = (place: number) => [
  ...REFUSED_BY_DATABASES,
  ...[0, 1].map((offset) => FEW_NAUGHTY_TEXTS[(2 * place + offset) % FEW_NAUGHTY_TEXTS.length] ?? ''),
]

describe.each(surfaceDatabases(import.meta.url))('any text argument over %s', (database) => {
  const { configure, promote } = administrators()
  const server = useTestServer({ database, configure: (root) => configure(withPatientReads(root) as typeof root) })
  let me: Awaited<ReturnType<typeof newAccount>>

  beforeAll(async () => {
    me = await newAccount(server.url)
    await promote(me)
  })

  const places = graphqlTextPlaces().map((place, index) => ({ ...place, texts: textsOf(index) }))

  it.each(places)('any text as $title is accepted or refused', async ({ texts, query, variables }) => {
    const answers = await Promise.all(texts.map(async (text) => ({ text, ...(await me.ask(query, variables(text))) })))
    const unexpected = answers.filter(
      ({ status, errors }) => status !== 200 || errors.some(({ extensions }) => !SAID_OF_TEXTS.has(extensions.code)),
    )
    expect(unexpected).toEqual([])
  })
})
