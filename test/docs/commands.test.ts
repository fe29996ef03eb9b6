import { expect, it } from 'vitest'
import { EXIT_CODES } from '../../hosts/cli/failure.ts'
import { isArgument } from '../../hosts/cli/parameters.ts'
import { program } from '../../hosts/cli/program.ts'
import { GROUPS, ROWS } from '../../hosts/cli/rows/index.ts'
import { type Row, supportsDryRun } from '../../hosts/cli/table/row.ts'

/** `npm test -- test/docs/commands -u` rewrites the page. */
it('docs/commands.md lists every command with its options', async () => {
  const groups = Object.entries(GROUPS).map(([name, summary]) => group(name, summary))
  await expect([PREFACE, ...groups, others()].join('\n')).toMatchFileSnapshot('../../docs/commands.md')
})

const cell = (text: string) => text.replaceAll('|', '\\|')

function group(name: string, summary: string): string {
  const rows = ROWS.filter(({ path }) => path.split(' ').slice(0, -1).join(' ') === name)
  const byHand = (program.commands.find((one) => one.name() === name)?.commands ?? []).filter(
    (command) => command.commands.length === 0 && !rows.some(({ path }) => path === `${name} ${command.name()}`),
  )
  return `## ${name}

${summary}.

| command | description | options |
|---|---|---|
${[
  ...rows.map(
    (row) =>
      `| \`shortlink ${[row.path, ...argumentsOf(row)].join(' ')}\` | ${cell(row.summary)} | ${optionsOf(row)} |`,
  ),
  ...byHand.map((command) => byHandLine(`${name} ${command.name()}`, command)),
].join('\n')}
`
}

const argumentsOf = (row: Row) => row.parameters.filter(isArgument).map(({ flags }) => flags)

const optionsOf = (row: Row) =>
  [
    ...(row.access === 'account' ? ['`--user <email>`'] : []),
    ...row.parameters.filter((parameter) => !isArgument(parameter)).map(({ flags }) => `\`${flags}\``),
    ...(row.access === 'optional-account' ? ['`--user <email>`'] : []),
    ...(row.confirms ? ['`--yes`'] : []),
    ...(supportsDryRun(row) ? ['`--dry-run`'] : []),
    ...(row.remotely ? ['`--server <url>`'] : []),
  ].join(', ')

const byHandLine = (path: string, command: typeof program) =>
  `| \`shortlink ${[path, ...command.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`))].join(' ')}\` | ${cell(command.description())} | ${command.options
    .filter(({ long }) => long !== '--json' && long !== '--key')
    .map(({ flags }) => `\`${flags}\``)
    .join(', ')} |`

const others = () => `## Other commands

| command | description | options |
|---|---|---|
${program.commands
  .filter((command) => command.commands.length === 0)
  .map((command) => byHandLine(command.name(), command))
  .join('\n')}
`

const PREFACE = `# Commands

Every command of \`shortlink\`. A test generates this page. \`--help\` explains a command's options, with examples.

## Database and settings

Commands open the database directly, also while a server runs, and reach every replica within a second. They read the [server's settings](settings.md) from
environment variables. \`--env-file <file>\` reads \`NAME=value\` lines, which override the environment and warn about likely typos; \`--database <address>\` overrides both. Only \`shortlink user create\`,
\`shortlink link create\` and \`shortlink migrate\` create a missing database file, with a note; other commands exit with code 69. On a terminal,
commands that write first print which database they use.

Commands with the option \`--server <url>\` can act on a running server, as the account of the API key \`--key <key>\`. The variables \`SHORTLINK_SERVER\` and \`SHORTLINK_KEY\` do the same and
keep the key out of process lists. The server must run version 0.2 or later.

Name a link by its slug or id; without \`--server\`, it can belong to any account.

## Output

Standard output has only the result. Notes, prompts and errors go to standard error. With \`--json\` the result is JSON, and so is each line on standard
error: \`{"note": "…"}\`, and \`{"error": {"code": "…", "message": "…"}}\` last if the command fails. The codes are the
[API's](api.md#errors), plus \`USAGE\`, \`BAD_SETTINGS\`, \`BAD_DATA\`, \`DATABASE_UNUSABLE\` and \`FAILED\`. Destructive commands ask for confirmation on a terminal; \`--yes\` skips it.

With \`--dry-run\`, a command prints the same result, or fails with the same error, and changes nothing. JSON then has the member \`"dryRun": true\`.
Secrets in it are placeholders, and it asks for no confirmation.

| exit code | meaning |
|---|---|
${Object.entries(EXIT_CODES)
  .map(([code, meaning]) => `| ${code} | ${meaning} |`)
  .join('\n')}

Node itself exits with 9 if the file of \`--env-file\` is missing.

\`shortlink completion bash\`, \`zsh\` or \`fish\` prints a completion script; its \`--help\` shows where to put it.
`
