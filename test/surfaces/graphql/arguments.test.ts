import { beforeAll, describe, expect, it } from 'vitest'
import { administrators } from '../../support/administrators.ts'
import { newAccount } from '../../support/api.ts'
import { graphqlTextPlaces, SAID_OF_TEXTS } from '../../support/graphql-places.ts'
import { FEW_NAUGHTY_TEXTS } from '../../support/naughty-texts.ts'
import { surfaceDatabases, useTestServer, withPatientReads } from '../../support/server.ts'

describe.each(surfaceDatabases(import.meta.url))('any text argument over %s', (database) => {
  const { configure, promote } = administrators()
  const server = useTestServer({ database, configure: (root) => configure(withPatientReads(root) as typeof root) })
  let me: Awaited<ReturnType<typeof newAccount>>

  beforeAll(async () => {
    me = await newAccount(server.url)
    await promote(me)
  })

  it.each(graphqlTextPlaces())('any text as $title is accepted or refused', async ({ isSlow, query, variables }) => {
    const texts = isSlow ? FEW_NAUGHTY_TEXTS.slice(0, 10) : FEW_NAUGHTY_TEXTS
    const answers = await Promise.all(texts.map(async (text) => ({ text, ...(await me.ask(query, variables(text))) })))
    const unexpected = answers.filter(
      ({ status, errors }) => status !== 200 || errors.some(({ extensions }) => !SAID_OF_TEXTS.has(extensions.code)),
    )
    expect(unexpected).toEqual([])
  })
})
