import type pg from 'pg'

/** Longer than a statement may take, in milliseconds. */
const PATIENCE_MS = 5_000

/** Closes the pool. Waits for statements under way, at most 5 seconds: a frozen server never answers. */
export async function endPool(pool: pg.Pool): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS)
  })
  await Promise.race([pool.end(), timeout])
  clearTimeout(timer)
}
