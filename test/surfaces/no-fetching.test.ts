import { expect, it } from 'vitest'
import { rawClient, toolCall } from '../hosts/mcp/client.ts'
import { follow, newAccount } from '../support/api.ts'
import { startDnsServer } from '../support/dns.ts'
import { startReceiver } from '../support/receiver.ts'
import { startTestServer } from '../support/server.ts'

it('no address that callers give is fetched: neither targets, nor those of rules, nor links of bio pages, nor hostnames', async () => {
  const [receiver, dns] = [await startReceiver(), await startDnsServer()]
  // A target, the host of a link's domain and a name in a bio link all lead to the receiver.
  dns.addresses('inside.example.com', () => ['127.0.0.1'])
  const server = await startTestServer({ settings: { DNS_SERVERS: dns.address } })
  const account = await newAccount(server.url)
  const [url, named] = [receiver.url, `http://inside.example.com:${receiver.port}/`]
  const refused: unknown[] = []
  const make = async (query: string, variables: object = {}) => {
    const { data, errors } = await account.ask(query, variables)
    refused.push(...errors)
    return data
  }

  const rules = [{ type: 'device', value: 'mobile', target: named }]
  const inputs = [url, named].map((target, index) => ({ target, shortlink: `kept${index}`, rules }))
  const made = await make(
    `mutation ($inputs: [CreateShortlinkInput!]!) {
      createShortlinks(inputs: $inputs) { error shortlink { id } }
      createBioPage(input: { slug: "kept", title: "Kept" }) { id }
      addDomain(hostname: "inside.example.com") { id txtToken }
      createApiKey(label: "agent") { secret }
    }`,
    { inputs },
  )
  dns.txt('_shortlink.inside.example.com', `shortlink-verify=${made.addDomain.txtToken}`)
  const [{ shortlink }] = made.createShortlinks
  await make('mutation ($id: ID!, $url: String!) { updateShortlinks(inputs: [{ id: $id, target: $url }]) { error } }', {
    id: shortlink.id,
    url,
  })
  for (const address of [url, named]) {
    await make('mutation ($page: ID!, $url: String!) { addBioLink(bioPageId: $page, input: { url: $url }) { id } }', {
      page: made.createBioPage.id,
      url: address,
    })
  }
  await make('mutation ($id: ID!) { verifyDomain(id: $id) { verified } }', { id: made.addDomain.id })
  const { send } = await rawClient(`${server.url}/mcp`, made.createApiKey.secret).open()
  for (const target of [url, named]) await (await send(toolCall('create_shortlink', { target }))).text()
  for (const path of ['kept0', 'kept1', 'kept0/qr.svg', 'kept1/qr.png', 'bio/kept', `?url=${url}`]) {
    await follow(server.url, path)
  }
  // Background work, had there been any, is done when the server has closed.
  await server.close('the test is over')
  expect(receiver.connections()).toBe(0)
  expect(refused).toEqual([])
  await dns.close()
})
