import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { SettingsError } from '../app/settings/settings.ts'
import { similarSetting } from './setting-names.ts'

/**
 * Reads a file of `NAME=value` lines, in the format of compose and systemd. Returns a remark for a name that is close to a setting's. Node
 * also reads the file before this program starts, since Node has an option of the same name, and exits with code 9 if the file is missing.
 * @throws {SettingsError} when the file cannot be read.
 */
export function readEnvFile(file: string): { settings: NodeJS.Dict<string>; remarks: readonly string[] } {
  const settings = parseEnv(readText(file))
  const remarks = Object.keys(settings).flatMap((name) => {
    const meant = similarSetting(name)
    return meant === undefined ? [] : [`${file}: ${name} is not a setting; did you mean ${meant}?`]
  })
  return { settings, remarks }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new SettingsError(`--env-file ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
