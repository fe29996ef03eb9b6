import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { EXPORT_COLUMNS } from '../../import/exported.ts'
import { REFUSING_NAMES, type Refusing } from '../../import/losses.ts'
import type { Program } from '../../import/program.ts'
import { PROGRAMS } from '../../import/programs/index.ts'
import { type Columns, isField, mappedCsv } from '../../import/programs/mapped-csv.ts'
import { normalName } from '../../import/row.ts'
import { jsonCommand } from '../command.ts'
import { importFile } from './import.ts'

/** Creates `shortlink link import`. */
export const importCommand = (): Command =>
  jsonCommand('import')
    .description('Import links from a file; a dry run unless --apply is given')
    .addArgument(new Argument('<file>', 'CSV, JSON or SQL dump as UTF-8 text; the format is detected'))
    .requiredOption('--user <email>', 'email address of the owner')
    .addOption(
      new Option('--from <program>', `program that wrote the file: ${CHOICES.map(({ name }) => name).join(', ')}`)
        .argParser(programOf)
        .default(PROGRAMS[0], 'shortlink'),
    )
    .addOption(
      new Option(
        '--columns <field=column>',
        'for --from csv: columns of slug, target and other fields, comma-separated; may be repeated',
      )
        .argParser(collectColumns)
        .default(new Map(), 'none'),
    )
    .addOption(
      new Option('--domain <from=hostname>', 'where links of a domain go; repeatable')
        .argParser(collect)
        .default([], 'none'),
    )
    .addOption(
      new Option(
        '--accept-loss <field>',
        `import links without this field: ${REFUSING_NAMES.join(', ')}, or all; may be repeated`,
      )
        .argParser(collectLosses)
        .default([], 'none'),
    )
    .option('--apply', 'import the links; without it, only report what would happen')
    .option('--raw', 'the CSV was exported with --raw: keep apostrophes before formulas')
    .option('--errors <file>', 'output file for the errors of invalid rows; default <file>.errors.csv')
    .addHelpText('after', HELP)
    .action(importFile)

/** The choices of `--from`. The CSV program has no columns here and only names the choice. */
const CHOICES: readonly Program[] = [...PROGRAMS, mappedCsv(new Map())]

function programOf(name: string): Program {
  const program = CHOICES.find((one) => one.name === name)
  if (program === undefined)
    throw new InvalidArgumentError(`Allowed choices are ${CHOICES.map(({ name }) => name).join(', ')}.`)
  return program
}

const collect = (value: string, before: readonly string[]) => [...before, value]

/** Adds the columns of an option. Their names may contain commas: the next pair starts at a comma before a field and an equals sign. */
function collectColumns(value: string, before: Columns): Columns {
  const columns = new Map(before)
  for (const pair of value.split(/,(?=\s*\w+\s*=)/)) {
    const at = pair.indexOf('=')
    const [field, column] = [normalName(pair.slice(0, Math.max(at, 0))), pair.slice(at + 1).trim()]
    if (!isField(field) || column === '')
      throw new InvalidArgumentError(
        `Write <field>=<column>. Fields are ${[...EXPORT_COLUMNS, 'password'].join(', ')}.`,
      )
    if (columns.has(field)) throw new InvalidArgumentError(`${field} has two columns.`)
    columns.set(field, column)
  }
  return columns
}

function collectLosses(value: string, before: readonly Refusing[]): readonly Refusing[] {
  const names = value.split(',').map((name) => name.trim())
  if (names.includes('all')) return REFUSING_NAMES
  const unknown = names.find((name) => !REFUSING_NAMES.includes(name as Refusing))
  if (unknown !== undefined) throw new InvalidArgumentError(`Allowed fields are ${REFUSING_NAMES.join(', ')} and all.`)
  return [...before, ...(names as Refusing[])]
}

const HELP = `
Supported files by source, with their columns or fields:
${CHOICES.map(({ name, files, columns }) => `  ${name.padEnd(9)}  ${files}\n             ${columns}`).join('\n')}

A link that would lose a restriction is refused: one with ${REFUSING_NAMES.filter((name) => name !== 'domain').join(', ')}.
Banned and disabled links are imported as disabled ones. Lost tags, notes and the like are counted.

A link of another domain is imported if that domain is a verified domain of the account; otherwise it is refused.
  --domain s.example.com=go.example.com  puts the links of a domain on a verified hostname
  --domain s.example.com=                puts them on the service's own host
  --domain s.example.com                 imports only the links of that domain (and of mapped ones)
Links that name no domain go to the service's own host; in --domain theirs is called "default".

An interrupted import can be run again: existing links are skipped. A bad row does not stop the others.
Imports are not metered and send no webhook events. Hit counts are imported, the hits themselves are not.`
