import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { SettingsError } from '../settings.ts'
import { similarSetting } from './setting-names.ts'

/**
 * Reads a file of `NAME=value` lines, as compose and systemd take them. A name that is close to a setting's is remarked on.
 * Node reads it before this program starts, too, since the option is also one of its own, and exits with code 9 when there is no such file.
 * @throws {SettingsError} when the file cannot be read.
 */
export function readEnvFile(file: string): { settings: NodeJS.Dict<string>; remarks: readonly string[] } {
  const settings = parseEnv(readText(file))
  const remarks = Object.keys(settings).flatMap((name) => {
    const meant = similarSetting(name)
    return meant === undefined ? [] : [`${file}: ${name} is no setting; did you mean ${meant}?`]
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
