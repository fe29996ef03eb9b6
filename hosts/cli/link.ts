import { Argument, Command, Option } from 'commander'
import { jsonCommand } from './command.ts'
import { exportFile } from './export.ts'
import { FORMATS } from './import/formats.ts'
import { importFile } from './import/import.ts'

const userOption = () => new Option('--user <email>', 'e-mail address of the owner')

export const exportCommand = () =>
  new Command('export')
    .description('Write an account’s links with their rules and hit totals')
    .argument('<file>', 'output file, .csv or .json; - for standard output')
    .addOption(userOption().makeOptionMandatory())
    .addOption(new Option('--format <format>', 'overrides the file extension').choices(['csv', 'json']))
    .option('--raw', 'write CSV formulas unchanged, for programs; by default they get an apostrophe in front')
    .action(exportFile)

export const importCommand = () =>
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
