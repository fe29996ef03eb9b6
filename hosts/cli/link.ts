import { anonymous, createLink, type LinkOutline, listLinks, shortUrl } from '@shortlink/core'
import { Argument, Command, Option } from 'commander'
import { accountOf, answer, type CommandContext, coloured, jsonCommand, unwrap, withContext } from './command.ts'
import { exportFile } from './export.ts'
import { FORMATS } from './import/formats.ts'
import { importFile } from './import/import.ts'
import { deleteCommand, disableCommand, enableCommand } from './take-down.ts'

interface CreateOptions {
  readonly user?: string
  readonly slug?: string
  readonly title?: string
  readonly tracking: boolean
  readonly json?: boolean
}

interface ListOptions {
  readonly user: string
  readonly search?: string
  readonly skip: string
  readonly take: string
  readonly json?: boolean
}

/** `shortlink link …`: links. */
export const linkCommand = () =>
  new Command('link')
    .description('Create, list, take down, export and import links')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(disableCommand())
    .addCommand(enableCommand())
    .addCommand(deleteCommand())
    .addCommand(exportCommand())
    .addCommand(importCommand())

const userOption = () => new Option('--user <email>', 'e-mail address of the owner')

const createCommand = () =>
  jsonCommand('create')
    .description('Shorten an address')
    .argument('<target>', 'target address of the link')
    .option('--user <email>', 'e-mail address of the owner; default: an anonymous link')
    .option('--slug <slug>', 'default: a random slug')
    .option('--title <title>')
    .option('--no-tracking', 'record no visits')
    .action((target: string, { user, slug, title, tracking, ...options }: CreateOptions) =>
      withContext(async (tools) => {
        const caller = user === undefined ? anonymous : await accountOf(tools, user)
        const input = { target, slug, title, enableTracking: tracking }
        const link = await unwrap(tools.app.run(createLink, caller, input))
        const shown = toShown(tools, link)
        answer(options, shown, [shown.shortUrl])
      }),
    )

const listCommand = () =>
  jsonCommand('list')
    .description('List an account’s links, newest first')
    .addOption(userOption().makeOptionMandatory())
    .option('--search <text>', 'only links that contain it in slug, target or title')
    .option('--skip <n>', 'number of links to skip', '0')
    .option('--take <n>', 'number of links to list, at most 100', '100')
    .action(({ user, search, skip, take, ...options }: ListOptions) =>
      withContext(async (tools) => {
        const caller = await accountOf(tools, user)
        const input = { search, skip: Number(skip), take: Number(take) }
        const { items, totalCount } = await unwrap(tools.app.run(listLinks, caller, input))
        const shown = items.map((link) => toShown(tools, link))
        answer(options, { items: shown, totalCount }, [
          ...shown.map(
            ({ shortUrl, target, hitCount }) =>
              `${shortUrl}  ${target}  ${coloured('dim', `${hitCount} ${hitCount === 1 ? 'hit' : 'hits'}`)}`,
          ),
          `${shown.length} of ${totalCount}`,
        ])
      }),
    )

const exportCommand = () =>
  new Command('export')
    .description('Write an account’s links with their rules and hit totals')
    .argument('<file>', 'output file, .csv or .json; - for standard output')
    .addOption(userOption().makeOptionMandatory())
    .addOption(new Option('--format <format>', 'overrides the file extension').choices(['csv', 'json']))
    .option('--raw', 'write CSV formulas unchanged, for programs; by default they get an apostrophe in front')
    .action(exportFile)

const importCommand = () =>
  jsonCommand('import')
    .description('Import links from a file; a dry run unless --apply is given')
    .addArgument(new Argument('<file>', 'CSV with a header, or JSON'))
    .addOption(userOption().makeOptionMandatory())
    .addOption(
      new Option('--from <program>', 'program that wrote the file').choices(Object.keys(FORMATS)).default('shortlink'),
    )
    .option('--apply', 'write the links, after a dry run has shown what would happen')
    .option('--raw', 'the CSV was exported with --raw: keep apostrophes in front of formulas')
    .option('--errors <file>', 'output file for the errors of bad rows; default <file>.errors.csv')
    .addHelpText(
      'after',
      `
An interrupted import can be run again: existing links are skipped. A bad row does not stop the others.
Imports are not metered and send no webhook events. Hit counts are imported, the hits themselves are not.`,
    )
    .action(importFile)

const toShown = ({ settings }: CommandContext, link: LinkOutline) => ({
  id: link.id,
  slug: link.slug,
  shortUrl: shortUrl(settings.BASE_URL, link),
  target: link.target,
  title: link.title,
  hitCount: link.hitCount,
})
