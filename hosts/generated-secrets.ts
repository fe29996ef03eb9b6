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
import { MIN_SECRET_BYTES } from './setting-types.ts'
import { SettingsError } from './settings.ts'

/** Makes the data folder, for its owner alone, unless it is there; the folder around it must be. Returns its path. */
export function makeDataFolder(folder: string): string {
  try {
    if (existsSync(folder)) accessSync(`${folder}/.`, constants.W_OK)
    else mkdirSync(folder, { mode: 0o700 })
    return folder
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const trouble = existsSync(folder) ? `${folder} cannot be used` : `cannot be made in ${dirname(resolve(folder))}`
    throw new SettingsError(`DATA_DIR ${trouble} (${code})`, { cause: error })
  }
}

/**
 * The secret of that name in the data folder, made (mode 0600) if there is none: so a server started without any setting
 * still has its own secrets, and the same ones after a restart. Processes that start at once get the same secret.
 * `onGenerated` gets the file of a secret that was made.
 * @throws {SettingsError} when the file holds fewer than 32 bytes, as a crash or a full disk may leave it.
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
    `${file} holds fewer than ${MIN_SECRET_BYTES} bytes and cannot be used as a secret: restore it from a backup, or remove it to have a new one made`,
  )
}

/**
 * Creates the file with its whole content or not at all, synced to the disk; a file that is there already, or that another process
 * creates first, stays as it is. A failure leaves no file behind.
 */
function createWhole(folder: string, file: string, content: string): void {
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
  try {
    writeFileSync(temporary, content, { mode: 0o600, flag: 'wx', flush: true })
    // Unlike a rename, a link never replaces the file of a process that was faster.
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
