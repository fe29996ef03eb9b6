import type { SignUpPolicy } from '@shortlink/core'
import { html } from './html.ts'
import { addressList, command, curl, infoPage, paragraph, section } from './info-page.ts'

export interface FrontPageFacts {
  readonly version: string
  /** The service's address, without a path. */
  readonly baseUrl: string
  /** Undefined when MCP is not served. */
  readonly mcpUrl: string | undefined
  readonly signUp: SignUpPolicy
  /** Whether a sign-up can succeed now. */
  readonly isSignUpOpen: boolean
}

/** What this service is, where its interfaces are, and how to get an API key. */
export const frontPage = (facts: FrontPageFacts): string =>
  infoPage(
    'shortlink',
    `Version ${facts.version}. A URL shortener for people, programs and agents: links, QR codes, link-in-bio pages.`,
    [addresses(facts), facts.isSignUpOpen ? howToSignUp(facts) : howOperatorsInvite()],
  )

const addresses = ({ baseUrl, mcpUrl }: FrontPageFacts) =>
  section(
    'Addresses',
    addressList([
      ['GraphQL', html`<a href="/graphql"><code>${baseUrl}/graphql</code></a>`],
      ...(mcpUrl === undefined ? [] : [['MCP', html`<code>${mcpUrl}</code>`] as const]),
      ['Short links', html`<code>${baseUrl}/&lt;slug&gt;</code>`],
      ['Overview', html`<a href="/llms.txt">llms.txt</a>, in short, for people and agents`],
      ['Reference', html`<a href="/llms-full.txt">llms-full.txt</a>, with every operation, tool and example`],
      ['Schema', html`<a href="/graphql/schema.graphql">schema.graphql</a>`],
    ]),
  )

const howToSignUp = ({ baseUrl, signUp }: FrontPageFacts) =>
  section(
    'Get an API key',
    paragraph(
      signUp === 'first'
        ? 'There is no account here yet, so one sign-up is open, for the operator. Further accounts are made on the command line. '
        : 'Make an account. ',
      html`Put a password of your own in place of <code>PASSWORD</code>:`,
    ),
    command(curl(`${baseUrl}/graphql`, SIGN_UP)),
    paragraph(html`Then make the key with the <code>token</code> of the answer. The key is shown this once:`),
    command(curl(`${baseUrl}/graphql`, CREATE_KEY, 'Authorization: Bearer TOKEN')),
    paragraph('On the machine of the service the command line does both', IN_A_CLONE),
    OPERATOR_COMMANDS,
  )

const howOperatorsInvite = () =>
  section(
    'Get an API key',
    paragraph(
      'Sign-up is closed here: ask the operator for an account. Operators make accounts and keys with these',
      IN_A_CLONE,
    ),
    OPERATOR_COMMANDS,
  )

const SIGN_UP = 'mutation { signup(name: "Ada", email: "ada@example.com", password: "PASSWORD") { token } }'
const CREATE_KEY = 'mutation { createApiKey(label: "laptop") { secret } }'
const IN_A_CLONE = html` (in a clone, <code>npm run shortlink --</code> stands for <code>shortlink</code>):`
const OPERATOR_COMMANDS = [
  'shortlink user create --name Ada --email ada@example.com',
  'shortlink key create --user ada@example.com --label laptop',
].map(command)
