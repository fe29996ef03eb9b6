import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time. Digests have one length, so the comparison does not reveal the secret's. */
export const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const digest = (value: string) => createHash('sha256').update(value).digest()
