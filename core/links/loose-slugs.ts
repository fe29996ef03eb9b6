import type { SlugPolicy } from '../kernel/ports.ts'

/** The stored form of a new slug: lower case in loose mode. */
export const newSlug = ({ isLoose }: Pick<SlugPolicy, 'isLoose'>, slug: string): string =>
  isLoose ? slug.toLowerCase() : slug

/** Looks up the slug as written; in loose mode, if that finds nothing, the slug in lower case. */
export async function findWritten<T>(
  { isLoose }: Pick<SlugPolicy, 'isLoose'>,
  slug: string,
  find: (slug: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const found = await find(slug)
  const lower = slug.toLowerCase()
  return found === undefined && isLoose && lower !== slug ? find(lower) : found
}
