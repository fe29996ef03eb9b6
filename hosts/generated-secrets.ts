import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { SettingsError } from './settings.ts'

/** Makes the data folder, for its owner alone, unless it is there; the folder around it must be. */
export function makeDataFolder(folder: string): void {
  try {
    if (existsSync(folder)) accessSync(`${folder}/.`, constants.W_OK)
    else mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const trouble = existsSync(folder) ? `${folder} cannot be used` : `cannot be made in ${dirname(resolve(folder))}`
    throw new SettingsError(`DATA_DIR ${trouble} (${code})`, { cause: error })
  }
}

/**
 * The secret of that name in the data folder, made (mode 0600) if there is none: so a server started without any setting
 * still has its own secrets, and the same ones after a restart.
 */
export function generatedSecret(folder: string, name: string): string {
  makeDataFolder(folder)
  const file = join(folder, name)
  try {
    // Fails if the file is there, also when another process has just made it.
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
