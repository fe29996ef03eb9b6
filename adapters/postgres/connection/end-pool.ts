import type pg from 'pg'

/** Longer than a statement may take. */
const END_TIMEOUT_MS = 5_000

/** Closes the pool. Waits for running statements, at most 5 seconds: a frozen server never responds. */
export async function endPool(pool: pg.Pool): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, END_TIMEOUT_MS)
  })
  await Promise.race([pool.end(), timeout])
  clearTimeout(timer)
}
