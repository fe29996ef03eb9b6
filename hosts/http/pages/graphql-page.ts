import { html } from './html.ts'
import { addressList, command, curl, infoPage, paragraph, section } from './info-page.ts'

/** A description of the GraphQL endpoint for people who open it in a browser. */
export const graphqlPage = (endpoint: string, { needsKey }: { readonly needsKey: boolean }): string =>
  infoPage('GraphQL', 'Send queries to this endpoint as POST requests with a JSON body.', [
    section('Endpoint', addressList([['POST', html`<code>${endpoint}</code>`]])),
    section(
      'Example',
      needsKey
        ? paragraph('Shorten a URL. Replace ', html`<code>API_KEY</code> with your key:`)
        : paragraph('Shorten a URL. No key is required; links created with your key are yours to edit:'),
      command(curl(endpoint, CREATE, needsKey ? 'x-api-key: API_KEY' : undefined)),
    ),
    section(
      'Learn more',
      addressList([
        ['Schema', html`<a href="/graphql/schema.graphql">schema.graphql</a>, for clients and code generators`],
        ['Reference', html`<a href="/llms-full.txt">llms-full.txt</a>, with every operation and examples`],
        ['API key', html`<a href="/">Create one in the dashboard</a>`],
      ]),
    ),
  ])

const CREATE = 'mutation { createShortlink(target: "https://example.com/a/long/way") }'
