import { randomBytes } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { MIN_SECRET_BYTES } from './settings/setting-types.ts'
import { SettingsError } from './settings/settings.ts'

/** Name of the generated pepper. */
export const PEPPER_FILE = 'apikey-pepper'

/** Creates the data folder with mode 0700 unless it exists; its parent must exist. Returns its path. */
export function makeDataFolder(folder: string): string {
  try {
    if (existsSync(folder)) accessSync(`${folder}/.`, constants.W_OK)
    else mkdirSync(folder, { mode: 0o700 })
    return folder
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const trouble = existsSync(folder) ? `${folder} cannot be used` : `cannot be created in ${dirname(resolve(folder))}`
    throw new SettingsError(`DATA_DIR ${trouble} (${code})`, { cause: error })
  }
}

/**
 * Returns the secret of that name from the data folder, generated (mode 0600) if it is missing, so that a server without settings has
 * separate secrets, which survive a restart. Processes that start together get the same secret. `onGenerated` is called with the file of a
 * new secret.
 * @throws {SettingsError} when the file contains fewer than 32 bytes, as after a crash or with a full disk.
 */
export function generatedSecret(folder: string, name: string, onGenerated: (file: string) => void = () => {}): string {
  makeDataFolder(folder)
  const file = join(folder, name)
  if (!existsSync(file)) {
    createWhole(folder, file, randomBytes(MIN_SECRET_BYTES).toString('base64url'))
    onGenerated(file)
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (Buffer.byteLength(secret) >= MIN_SECRET_BYTES) return secret
  throw new SettingsError(
    `${file} holds fewer than ${MIN_SECRET_BYTES} bytes and cannot be used as a secret: restore it from a backup, or delete it to generate a new one`,
  )
}

/** Returns the secret of that name that was generated in the data folder; undefined without one. */
export function existingSecret(folder: string, name: string): string | undefined {
  return existsSync(join(folder, name)) ? generatedSecret(folder, name) : undefined
}

/**
 * Creates the file with its whole content or not at all, synced to the disk. An existing file, or one that another process
 * creates first, stays unchanged. A failure leaves no file behind.
 */
function createWhole(folder: string, file: string, content: string): void {
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
  try {
    writeFileSync(temporary, content, { mode: 0o600, flag: 'wx', flush: true })
    // Unlike rename, link never replaces a file that another process created first.
    linkSync(temporary, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new Error(`${file} cannot be written (${code})`, { cause: error })
  } finally {
    rmSync(temporary, { force: true })
  }
  syncFolder(folder)
}

/** Writes the folder's entries to the disk, so that a new file survives a power cut. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
