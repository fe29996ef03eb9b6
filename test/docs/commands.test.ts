import { expect, it } from 'vitest'
import { EXIT_CODES } from '../../hosts/cli/failure.ts'
import { program } from '../../hosts/cli/program.ts'
import { GROUPS, ROWS } from '../../hosts/cli/rows/index.ts'
import { isArgument } from '../../hosts/cli/table/parameters.ts'
import type { Row } from '../../hosts/cli/table/row.ts'

/** `npm test -- test/docs/commands -u` writes the page anew. */
it('docs/commands.md lists every command with what it takes', async () => {
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

| command | what it does | options |
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
    ...(row.remotely ? ['`--server <url>`', '`--key <key>`'] : []),
  ].join(', ')

const byHandLine = (path: string, command: typeof program) =>
  `| \`shortlink ${[path, ...command.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`))].join(' ')}\` | ${cell(command.description())} | ${command.options
    .filter(({ long }) => long !== '--json')
    .map(({ flags }) => `\`${flags}\``)
    .join(', ')} |`

const others = () => `## The rest

| command | what it does | options |
|---|---|---|
${program.commands
  .filter((command) => command.commands.length === 0)
  .map((command) => byHandLine(command.name(), command))
  .join('\n')}
`

const PREFACE = `# Commands

Every command of \`shortlink\`. A test writes this page from the table that the commands are made of. The \`--help\` of each says what its
options mean, with examples.

Commands work on the database of their settings, beside a running server, and take effect on every replica within a second. The settings are
environment variables, [the server's](settings.md); \`--env-file <file>\` reads them from a file of \`NAME=value\` lines and wins over the environment,
and \`--database <address>\` wins over both. A name in the file that is close to a setting's is remarked on. Only \`shortlink user create\`,
\`shortlink link create\` and \`shortlink migrate\` create a database file that is missing, and say so; all others end with exit code 69. On a terminal
a command that writes names its database first.

Standard output has the result alone; notes, questions and errors go to standard error. With \`--json\` the result is JSON, and so is each line on standard
error: \`{"note": "…"}\`, and at last \`{"error": {"code": "…", "message": "…"}}\` for a command that fails. The codes are those of the
[API](api.md), and \`USAGE\`, \`BAD_SETTINGS\`, \`BAD_DATA\`, \`DATABASE_UNUSABLE\` and \`FAILED\`. What deletes something asks first on a terminal,
unless \`--yes\` is given; without a terminal it does not ask.

| exit code | meaning |
|---|---|
${Object.entries(EXIT_CODES)
  .map(([code, meaning]) => `| ${code} | ${meaning} |`)
  .join('\n')}

Node ends with 9 before the program starts when the file of \`--env-file\` is missing.

A link of any owner is named by its slug or its id. With \`--server <url>\` the commands that have it act on a running server instead, as the account of the
API key in \`--key <key>\`; \`SHORTLINK_SERVER\` and \`SHORTLINK_KEY\` in the environment do the same, and keep the key out of process lists.

\`shortlink completion bash\`, \`zsh\` or \`fish\` prints a script that completes commands and options; its \`--help\` says where it goes.
`
