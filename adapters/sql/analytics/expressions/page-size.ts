/** Maximum number of visits per statement, which takes some 10 ms. */
const MOST = 2_000
const FEWEST = 125
/** Maximum number of rows: reading this many takes the event loop two or three milliseconds. */
const MAX_ROWS = 800

/** Number of visits to sum per statement, adapted from earlier statements so that the result has few enough rows. */
export class PageSize {
  visits = FEWEST

  /** Adapts the size to the number of rows that the visits of a statement produced. */
  fit(visits: number, rows: number) {
    if (rows > MAX_ROWS) this.visits = Math.max(this.visits / 2, FEWEST)
    else if (rows < MAX_ROWS / 2 && visits >= this.visits / 2) this.visits = Math.min(this.visits * 2, MOST)
  }
}
