/** Pauses that can be cut short. Cutting short while there is none cuts the next one, so that no news is slept through. */
export function interruptibleSleep() {
  let state: 'open' | 'cut' | 'closed' = 'open'
  let wakeUp = () => {}

  /** Sleeps at most so long, and on no account when `mayEnd` holds already or comes to hold. */
  const sleep = (milliseconds: number, mayEnd: () => boolean) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wakeUp = () => {
        if (!mayEnd()) return
        clearTimeout(timer)
        resolve()
      }
      wakeUp()
    })

  return {
    /** Resolves after `longest` milliseconds or, when cut short, after `shortest`. */
    async pause({ shortest, longest }: { shortest: number; longest: number }) {
      await sleep(shortest, () => state === 'closed')
      await sleep(longest - shortest, () => state !== 'open')
      if (state === 'cut') state = 'open'
    },
    cutShort() {
      if (state === 'open') state = 'cut'
      wakeUp()
    },
    /** Ends the pause under way and all later ones at once. */
    close() {
      state = 'closed'
      wakeUp()
    },
  }
}
