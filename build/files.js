import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const NOT_SOURCES = new Set(['dist', 'node_modules'])

/** When a file was last changed, or the latest change below a folder, folders included, since a removed file leaves no other trace. */
export function newestMs(path, leftOut = NOT_SOURCES) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  let newest = stats.mtimeMs
  for (const item of readdirSync(path, { withFileTypes: true })) {
    if (leftOut.has(item.name)) continue
    const inside = join(path, item.name)
    newest = Math.max(newest, item.isDirectory() ? newestMs(inside, leftOut) : statSync(inside).mtimeMs)
  }
  return newest
}
