import { html } from './html.ts'
import { addressList, command, curl, infoPage, paragraph, section } from './info-page.ts'

/** A description of the GraphQL endpoint for people who open it in a browser. */
export const graphqlPage = (endpoint: string, { needsKey }: { readonly needsKey: boolean }): string =>
  infoPage('GraphQL', 'Programs send queries to this address, as POST requests with a JSON body.', [
    section('Endpoint', addressList([['POST', html`<code>${endpoint}</code>`]])),
    section(
      'An example',
      needsKey
        ? paragraph('This shortens an address, with your key in place of ', html`<code>API_KEY</code>:`)
        : paragraph('This shortens an address. It needs no key; with one, the link is yours to change:'),
      command(curl(endpoint, CREATE, needsKey ? 'x-api-key: API_KEY' : undefined)),
    ),
    section(
      'Read on',
      addressList([
        ['Schema', html`<a href="/graphql/schema.graphql">schema.graphql</a>, for clients and code generators`],
        ['Reference', html`<a href="/llms-full.txt">llms-full.txt</a>, with every operation and examples`],
        ['API key', html`<a href="/">How to get one</a>`],
      ]),
    ),
  ])

const CREATE = 'mutation { createShortlink(target: "https://example.com/a/long/way") }'
