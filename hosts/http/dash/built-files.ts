import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { etagOf } from '../response/conditional.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A file of the build, uncompressed and compressed. */
export interface BuiltFile {
  readonly type: string
  readonly etag: string
  readonly bodies: { readonly identity: Bytes; readonly br?: Bytes | undefined; readonly gzip?: Bytes | undefined }
}

/** The files of the build by their path in it, such as `assets/index-B1.js`. */
export type BuiltFiles = ReadonlyMap<string, BuiltFile>

export const SHELL = 'index.html'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

/** Folder of the build: next to the bundle and the sources, or next to compiled modules. */
export const BUILT_FOLDER =
  ['../../dist/dash/', '../../dash/']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((folder) => existsSync(join(folder, `${SHELL}.br`))) ?? ''

/**
 * Returns a function that reads a build at its first call and caches it: about 600 KiB, the compressed forms included. It resolves to
 * undefined, and reads again at the next call, while the build is missing.
 */
export function builtFiles(folder: string): () => Promise<BuiltFiles | undefined> {
  let reading: Promise<BuiltFiles | undefined> | undefined
  const read = async () => {
    const files = folder === '' ? undefined : await readAll(folder).catch(missing)
    if (!files?.has(SHELL)) reading = undefined
    return files?.has(SHELL) ? files : undefined
  }
  return () => (reading ??= read())
}

async function readAll(folder: string): Promise<BuiltFiles> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = found
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
  const entries = names.flatMap((name) => {
    const type = TYPES[extname(name)]
    return type === undefined ? [] : [readOne(folder, name, type, new Set(names))]
  })
  return new Map(await Promise.all(entries))
}

async function readOne(folder: string, name: string, type: string, names: ReadonlySet<string>) {
  const bytes = async (path: string): Promise<Bytes> => new Uint8Array(await readFile(join(folder, path)))
  const compressed = async (path: string) => (names.has(path) ? bytes(path) : undefined)
  const [identity, br, gzip] = await Promise.all([bytes(name), compressed(`${name}.br`), compressed(`${name}.gz`)])
  return [name, { type, etag: etagOf(identity), bodies: { identity, br, gzip } }] as const satisfies [string, BuiltFile]
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
