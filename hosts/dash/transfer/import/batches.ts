import type { Ready } from './plan-file.ts'

/** Limits of one request: the API takes 1000 links, 100 different passwords and 1 MiB of variables. */
const MAX_LINKS = 500
const MAX_PASSWORDS = 100
const MAX_BYTES = 512 * 1024

const encoder = new TextEncoder()

/** The links in their order, in batches that one request can carry. */
export function* batchesOf(links: readonly Ready[]): Generator<readonly Ready[]> {
  let batch: Ready[] = []
  let passwords = new Set<string>()
  let bytes = 0
  for (const link of links) {
    const { password } = link.input
    const size = encoder.encode(JSON.stringify(link.input)).length
    const isNewPassword = password != null && !passwords.has(password)
    const isFull =
      batch.length === MAX_LINKS || bytes + size > MAX_BYTES || (isNewPassword && passwords.size === MAX_PASSWORDS)
    if (isFull && batch.length > 0) {
      yield batch
      batch = []
      passwords = new Set()
      bytes = 0
    }
    batch.push(link)
    if (password != null) passwords.add(password)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
