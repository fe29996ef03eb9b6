import { randomBytes } from 'node:crypto'
import {
  type Account,
  type AnyUseCase,
  anonymous,
  createAccount,
  createInvitation,
  createResetLink,
  deleteAccount,
  listAccounts,
  setAccountDisabled,
  setAccountRole,
} from '@shortlink/core'
import { replacePassword } from '@shortlink/core/host'
import { z } from 'zod'
import { accountOf } from '../command.ts'
import { type Given, parameter, parametersOf } from '../parameters.ts'
import { counted, isoOf, minuteOf, pageNote, toColumns } from '../table/columns.ts'
import { readPassword } from '../table/password.ts'
import { type Row, row, type Shown } from '../table/row.ts'

export const emailArgument = parameter('<email>', 'email address of the account')

const passwordStdin = parameter(
  '--password-stdin',
  'read the password from standard input; default: generate and print one',
  { schema: z.boolean(), field: 'passwordStdin' },
)

const create: Row = {
  path: 'user create',
  summary: 'Create an account',
  access: 'operator',
  effect: 'creates',
  dryRun: false,
  parameters: [
    ...parametersOf(createAccount.input, { name: '--name <name>', email: '--email <address>' }),
    passwordStdin,
  ],
  examples: [
    'user create --name Ada --email ada@example.com',
    'user create --name Bob --email bob@example.com --password-stdin < password.txt',
  ],
  async run({ app, settle }, { name, email, passwordStdin }) {
    const password = await choosePassword(passwordStdin)
    const user = await settle(app.run(createAccount, anonymous, { name, email, password }))
    const json = { id: user.id, name: user.name, email: user.email }
    return withPassword({ json, lines: [`Account ${user.email} (${user.id})`] }, password, passwordStdin)
  },
}

const resetPassword: Row = {
  path: 'user reset-password',
  summary: 'Set a new password and end all sessions; API keys stay valid',
  access: 'operator',
  effect: 'writes',
  dryRun: false,
  parameters: [emailArgument, passwordStdin],
  examples: [
    'user reset-password ada@example.com',
    'user reset-password ada@example.com --password-stdin < password.txt',
  ],
  async run(host, given) {
    const password = await choosePassword(given.passwordStdin)
    const { userId } = await accountOf(host, given.email)
    const { id, email } = await host.run(replacePassword, { id: userId, password })
    const lines = [`Changed the password of ${email} and ended its sessions`]
    return withPassword({ json: { id, email }, lines }, password, given.passwordStdin)
  },
}

const resetLink = row({
  path: 'user reset-link',
  summary: 'Create a link with which the user sets a new password once, within 24 hours',
  useCase: createResetLink,
  access: 'operator',
  effect: 'writes',
  parameters: [emailArgument],
  notes:
    'The link opens a page of the dashboard. It replaces the account’s previous link. Sessions end when the user submits the new password.',
  examples: ['user reset-link ada@example.com'],
  input: async ({ email }, host) => ({ id: (await accountOf(host, email)).userId }),
  show: ({ owner, url, expiresAt }, _host, { email }) => ({
    json: { id: owner, email, url, expiresAt: isoOf(expiresAt) },
    lines: [url],
    notes: [`expires at ${minuteOf(expiresAt)}; anyone with the link can take over the account`],
  }),
})

const remove: Row = {
  path: 'user delete',
  summary: 'Permanently delete an account with its links, visits, keys, domains, pages and webhooks',
  access: 'operator',
  effect: 'writes',
  confirms: true,
  parameters: [emailArgument],
  examples: ['user delete ada@example.com --yes'],
  async run(host, given) {
    const account = await accountOf(host, given.email)
    const links = await host.ports.store.links.count(account.userId)
    await host.confirm(`Delete the account ${given.email} with its ${counted(links, 'link')}, for good?`)
    await host.settle(host.app.run(deleteAccount, account, {}))
    return { json: { id: account.userId, email: given.email, deleted: true }, lines: [`Deleted ${given.email}`] }
  },
}

const list = row({
  path: 'user list',
  summary: 'List accounts, newest first',
  useCase: listAccounts,
  access: 'operator',
  effect: 'reads',
  parameters: parametersOf(listAccounts.input, { search: '--search <text>', skip: '--skip <n>', take: '--take <n>' }),
  examples: ['user list', 'user list --search @example.com --take 20', 'user list --json'],
  show: ({ items, totalCount }, _host, { skip }) => ({
    json: {
      items: items.map(({ id, name, email, createdAt, role, plan, links, visits, disabledAt }) => ({
        ...{ id, name, email, createdAt: isoOf(createdAt), role, plan, links, visits, disabledAt: isoOf(disabledAt) },
      })),
      totalCount,
    },
    lines: toColumns(
      ['E-MAIL', 'NAME', 'PLAN', 'LINKS', 'VISITS', 'CREATED', 'ROLE', 'STATE'],
      items.map(({ name, email, createdAt, role, plan, links, visits, disabledAt }) => [
        ...[email, name, plan, String(links), String(visits), minuteOf(createdAt)],
        ...[role.toLowerCase(), disabledAt === null ? 'enabled' : 'disabled'],
      ]),
    ),
    notes: pageNote(items.length, totalCount, skip),
  }),
})

const choosePassword = async (fromStdin: true | undefined) =>
  fromStdin ? readPassword() : randomBytes(15).toString('base64url')

/** Adds a generated password to the output. */
const withPassword = (shown: Shown & { json: object }, password: string, fromStdin: true | undefined): Shown =>
  fromStdin ? shown : { json: { ...shown.json, password }, lines: [...shown.lines, `Password: ${password}`] }

/** Declares a command that changes an account, with the input of its use case and the words for what it did. */
const change = (
  { path, summary }: Pick<Row, 'path' | 'summary'>,
  useCase: AnyUseCase<Account>,
  state: Given,
  done: string,
) =>
  row({
    path,
    summary,
    useCase,
    access: 'operator',
    effect: 'writes',
    parameters: [emailArgument],
    examples: [`${path} ada@example.com`],
    input: async ({ email }, host) => ({ id: (await accountOf(host, email)).userId, ...state }),
    show: ({ id, email }: Account) => ({ json: { id, email, ...state }, lines: [`${done} ${email}`] }),
  })

export const userRows: readonly Row[] = [
  list,
  create,
  change(
    {
      path: 'user disable',
      summary: 'Refuse an account’s credentials, disable its links and pages, pause its webhooks',
    },
    setAccountDisabled,
    { disabled: true },
    'Disabled',
  ),
  change({ path: 'user enable', summary: 'Undo user disable' }, setAccountDisabled, { disabled: false }, 'Enabled'),
  change(
    { path: 'user promote', summary: 'Make an account an administrator of the instance' },
    setAccountRole,
    { role: 'ADMIN' },
    'Promoted',
  ),
  change({ path: 'user demote', summary: 'Undo user promote' }, setAccountRole, { role: 'USER' }, 'Demoted'),
  row({
    path: 'user invite',
    summary: 'Create an invitation to sign up with SIGNUP=invite; the link is printed once',
    useCase: createInvitation,
    access: 'operator',
    effect: 'writes',
    parameters: [],
    examples: ['user invite'],
    show: ({ code, url, expiresAt }, { settings }) => ({
      json: { code, url, expiresAt: isoOf(expiresAt) },
      lines: [url],
      notes: [
        `the invitation admits one account and expires ${minuteOf(expiresAt)}`,
        ...(settings.SIGNUP === 'invite' ? [] : ['invitations count only with SIGNUP=invite']),
      ],
    }),
  }),
  resetPassword,
  resetLink,
  remove,
]
