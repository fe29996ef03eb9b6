/** Without progress for so long, another server takes over. */
export const LEASE_MS = 60_000
