import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares what was sent with a secret. Digests have one length, so that comparing tells nothing of the secret's. */
export const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const digest = (value: string) => createHash('sha256').update(value).digest()
