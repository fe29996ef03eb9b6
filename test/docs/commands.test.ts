import { expect, it } from 'vitest'
import { EXIT_CODES } from '../../hosts/cli/failure.ts'
import { isArgument } from '../../hosts/cli/parameters.ts'
import { program } from '../../hosts/cli/program.ts'
import { GROUPS, ROWS } from '../../hosts/cli/rows/index.ts'
import type { Row } from '../../hosts/cli/table/row.ts'

/** `npm run test:surfaces -- test/docs/commands -u` rewrites the page. */
it('docs/commands.md lists every command with its options', async () => {
  const groups = Object.keys(GROUPS).flatMap(linesOf)
  await expect([PREFACE, linkOptions(), TABLE_HEAD, ...groups, ...others(), ''].join('\n')).toMatchFileSnapshot(
    '../../docs/commands.md',
  )
})

const cell = (text: string) => text.replaceAll('|', '\\|')

const TABLE_HEAD = `## All commands

| command | description and options |
|---|---|`

/** The lines of a group of commands. */
function linesOf(name: string): string[] {
  const rows = ROWS.filter(({ path }) => path.split(' ').slice(0, -1).join(' ') === name)
  const byHand = (program.commands.find((one) => one.name() === name)?.commands ?? []).filter(
    (command) => command.commands.length === 0 && !rows.some(({ path }) => path === `${name} ${command.name()}`),
  )
  return [
    ...rows.map((row) => line([row.path, ...argumentsOf(row)], row.summary, optionsOf(row))),
    ...byHand.map((command) => byHandLine(`${name} ${command.name()}`, command)),
  ]
}

const argumentsOf = (row: Row) => row.parameters.filter(isArgument).map(({ flags }) => flags)

/** The commands with the options of links. */
const WITH_LINK_OPTIONS = ROWS.filter(({ path }) => ['link create', 'link upsert', 'link update'].includes(path))

/** The options that all of these commands have. */
const LINK_OPTIONS = flagsOf(WITH_LINK_OPTIONS[0]).filter((flag) =>
  WITH_LINK_OPTIONS.every((row) => flagsOf(row).includes(flag)),
)

/** The options of a row without their values. */
function flagsOf(row: Row | undefined): string[] {
  return (row?.parameters ?? []).filter((parameter) => !isArgument(parameter)).map(({ flags }) => withoutValue(flags))
}

function withoutValue(flags: string): string {
  return flags.split(' ', 1)[0] ?? ''
}

function optionsOf(row: Row): string {
  const hasLinkOptions = WITH_LINK_OPTIONS.includes(row)
  const flags = [
    ...flagsOf(row).filter((flag) => !hasLinkOptions || !LINK_OPTIONS.includes(flag)),
    ...(row.remotely ? ['--server'] : []),
  ]
  return [...(hasLinkOptions ? ['[link options](#link-options)'] : []), ...flags.map((flag) => `\`${flag}\``)].join(' ')
}

const byHandLine = (path: string, command: typeof program) =>
  line(
    [path, ...command.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`))],
    command.description(),
    command.options
      .filter(({ long }) => long !== '--json' && long !== '--key')
      .map(({ flags }) => `\`${withoutValue(flags)}\``)
      .join(' '),
  )

/** A row of the table. */
const line = (words: readonly string[], summary: string, options: string) =>
  `| \`${words.join(' ')}\` | ${cell(summary)}${options && `. ${options}`} |`

const linkOptions = () => `## Link options

\`link create\`, \`link upsert\` and \`link update\` take
${LINK_OPTIONS.map((flag) => `\`${flag}\``).join(' ')}.
`

const others = () =>
  program.commands
    .filter((command) => command.commands.length === 0)
    .map((command) => byHandLine(command.name(), command))

const PREFACE = `# Commands

All commands of \`shortlink\`. Each command's \`--help\` has the values of its options and examples. A test generates this page.

## Database and settings

Commands open the database directly, also while a server runs, and reach every replica within a second. They read the [server's settings](settings.md) from
environment variables. \`--env-file <file>\` overrides these with \`NAME=value\` lines, \`--database <address>\` overrides both. Only \`user create\`,
\`link create\` and \`migrate\` create a missing database file. On a terminal, commands that write first print which database they use.

With \`--server <url>\`, a command acts on a running server (version 0.2 or later) as the account of the API key \`--key <key>\`. The variables \`SHORTLINK_SERVER\` and \`SHORTLINK_KEY\`
do the same and keep the key out of process lists.

\`--user <email>\` names the account of a command. Name a link by its slug or id; without \`--server\`, it can belong to any account.

## Output

Standard output has only the result; notes, prompts and errors go to standard error. With \`--json\` both are JSON: \`{"note": "…"}\` for a note, and
\`{"error": {"code": "…", "message": "…"}}\` last if the command fails. The codes are the [API's](api.md#errors), plus \`USAGE\`, \`BAD_SETTINGS\`, \`BAD_DATA\`,
\`DATABASE_UNUSABLE\` and \`FAILED\`. Destructive commands ask for confirmation on a terminal unless \`--yes\` is given.

With \`--dry-run\`, a command prints the same result or error, but changes nothing and asks nothing. JSON then has \`"dryRun": true\`, and secrets are placeholders.

| exit code | meaning |
|---|---|
${Object.entries(EXIT_CODES)
  .map(([code, meaning]) => `| ${code} | ${meaning} |`)
  .join('\n')}

Node itself exits with 9 if the file of \`--env-file\` is missing.
`
