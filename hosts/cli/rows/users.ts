import { randomBytes } from 'node:crypto'
import {
  type Account,
  AccountsPage,
  anonymous,
  createAccount,
  deleteAccount,
  listAccounts,
  replacePassword,
  setAccountDisabled,
} from '@shortlink/core'
import { z } from 'zod'
import { accountOf } from '../command.ts'
import { counted, isoOf, minuteOf, pageNote, toColumns } from '../table/columns.ts'
import { type Given, parameter, parametersOf } from '../table/parameters.ts'
import { readPassword } from '../table/password.ts'
import { operatorRow, type Row, type Shown } from '../table/row.ts'

export const emailArgument = parameter('<email>', 'e-mail address of the account')

const passwordStdin = parameter(
  '--password-stdin',
  'read the password from standard input; default: a generated one, which is printed',
  { schema: z.boolean(), field: 'passwordStdin' },
)

const create: Row = {
  path: 'user create',
  summary: 'Create an account',
  access: 'operator',
  effect: 'creates',
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
  parameters: [emailArgument, passwordStdin],
  examples: [
    'user reset-password ada@example.com',
    'user reset-password ada@example.com --password-stdin < password.txt',
  ],
  async run({ ports, settle }, given) {
    const password = await choosePassword(given.passwordStdin)
    const { id, email } = await settle(replacePassword(ports, given.email, password))
    const lines = [`${email} has another password now, and its sessions have ended`]
    return withPassword({ json: { id, email }, lines }, password, given.passwordStdin)
  },
}

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
    return { json: { id: account.userId, email: given.email, deleted: true }, lines: [`${given.email} is deleted`] }
  },
}

const list = operatorRow({
  path: 'user list',
  summary: 'List accounts, newest first',
  effect: 'reads',
  parameters: parametersOf(AccountsPage, { search: '--search <text>', skip: '--skip <n>', take: '--take <n>' }),
  examples: ['user list', 'user list --search @example.com --take 20', 'user list --json'],
  work: ({ ports }, given) => listAccounts(ports, given),
  show: ({ items, totalCount }, _host, { skip }) => ({
    json: {
      items: items.map(({ id, name, email, createdAt, plan, links, disabledAt }) => ({
        ...{ id, name, email, createdAt: isoOf(createdAt), plan, links, disabledAt: isoOf(disabledAt) },
      })),
      totalCount,
    },
    lines: toColumns(
      ['E-MAIL', 'NAME', 'PLAN', 'LINKS', 'CREATED', 'STATE'],
      items.map(({ name, email, createdAt, plan, links, disabledAt }) => [
        ...[email, name, plan, String(links), minuteOf(createdAt), disabledAt === null ? 'enabled' : 'disabled'],
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

const disabling = (disabled: boolean) => ({
  effect: 'writes' as const,
  parameters: [emailArgument],
  work: ({ ports }: Parameters<Row['run']>[0], { email }: Given) => setAccountDisabled(ports, email, disabled),
  show: ({ id, email }: Account) => ({
    json: { id, email, disabled },
    lines: [`${email} is ${disabled ? 'disabled' : 'enabled'} now`],
  }),
})

export const userRows: readonly Row[] = [
  list,
  create,
  operatorRow({
    path: 'user disable',
    summary: 'Refuse an account’s credentials, disable its links and pages, pause its webhooks',
    examples: ['user disable ada@example.com'],
    ...disabling(true),
  }),
  operatorRow({
    path: 'user enable',
    summary: 'Undo user disable',
    examples: ['user enable ada@example.com'],
    ...disabling(false),
  }),
  resetPassword,
  remove,
]
