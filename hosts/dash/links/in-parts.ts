/** Result of one item of a bulk request. */
export interface Outcome {
  readonly ok: boolean
  readonly error: string | null
}

/**
 * Sends items in parts of a size. When a part fails after others succeeded, its items and all later ones count as failed, so that the
 * report includes the successful ones. When the first part fails, nothing was done and its error is thrown.
 */
export async function inParts<Item, Answer extends Outcome>(
  items: readonly Item[],
  size: number,
  send: (part: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<readonly (Answer | Outcome)[]> {
  const outcomes: (Answer | Outcome)[] = []
  while (outcomes.length < items.length) {
    try {
      outcomes.push(...(await send(items.slice(outcomes.length, outcomes.length + size))))
    } catch (error) {
      if (outcomes.length === 0) throw error
      const failed = { ok: false, error: error instanceof Error ? error.message : String(error) }
      return [...outcomes, ...items.slice(outcomes.length).map(() => failed)]
    }
  }
  return outcomes
}
