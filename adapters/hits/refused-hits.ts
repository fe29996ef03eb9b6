import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { HitId, Visit } from '@shortlink/core'
import { anonymizeIp } from '@shortlink/core/adapter'

export interface RefusedHitsOptions {
  /** Path of the file, created with its folder at the first refused visit. Several processes may share it. */
  readonly file: string
  /** Size limit of the file; 16 MiB by default. */
  readonly maxBytes?: number
  /** Whether addresses are cut down before they are written to the disk. */
  readonly anonymize?: boolean
}

/** Keeps a visit that the store refuses. Rejects when the file is full or cannot be written. */
export type SetAside = (id: HitId, visit: Visit, error: unknown) => Promise<void>

const MAX_BYTES = 16 * 2 ** 20

/** Appends refused visits to a file for the operator, one JSON object per line: id, error, and the visit. */
export function refusedHits({ file, maxBytes = MAX_BYTES, anonymize = false }: RefusedHitsOptions): SetAside {
  return async (id, visit, error) => {
    const ip = anonymize ? anonymizeIp(visit.ip) : visit.ip
    const line = `${JSON.stringify({ id, error: String(error), ...visit, ip })}\n`
    const size = await stat(file).then(
      ({ size }) => size,
      () => 0,
    )
    if (size + Buffer.byteLength(line) > maxBytes) throw new Error(`${file} is full`)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const handle = await open(file, 'a', 0o600)
    try {
      await handle.appendFile(line)
      await handle.datasync()
    } finally {
      await handle.close()
    }
  }
}
