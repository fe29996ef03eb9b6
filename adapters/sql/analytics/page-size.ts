/** A statement with as many visits takes some 10 ms. */
const MOST = 2_000
const FEWEST = 125
/** Taking over as many rows from the database at once takes the event loop two or three milliseconds. */
const MAX_ROWS = 800

/** How many visits a statement sums: as many as have not too many values, as the ones before have shown. */
export class PageSize {
  visits = FEWEST

  /** Notes how many rows the visits of a statement were. */
  fit(visits: number, rows: number) {
    if (rows > MAX_ROWS) this.visits = Math.max(this.visits / 2, FEWEST)
    else if (rows < MAX_ROWS / 2 && visits >= this.visits / 2) this.visits = Math.min(this.visits * 2, MOST)
  }
}
