import { err, ok, type Result } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { LinkId, UserId } from '../kernel/ids.ts'
import { idByRef } from '../links/link-ref.ts'
import type { Ports } from '../ports.ts'
import type { AnalyticsInput } from './analytics-input.ts'

/** The ids of the links in the query, possibly of other accounts; null for all. Refuses a slug that none of the caller's links has. */
export async function askedLinks(
  ports: Pick<Ports, 'store' | 'policy'>,
  owner: UserId,
  { linkIds, slugs, hostname }: AnalyticsInput,
): Promise<Result<readonly LinkId[] | null, ErrorOf<'invalid-input'>>> {
  const refuse = (path: string, message: string) => err({ type: 'invalid-input' as const, path, message })
  if (linkIds && slugs) return refuse('slugs', 'linkIds and slugs cannot be combined; send only one')
  if (hostname != null && !slugs) return refuse('hostname', 'hostname requires slugs; ids need no hostname')
  if (!slugs) return ok(linkIds ?? null)
  const ids: LinkId[] = []
  for (const slug of slugs) {
    const id = await idByRef(ports, owner, { slug, hostname })
    if (id === undefined) return refuse('slugs', `slugs: you have no link with the slug ${slug}`)
    ids.push(id)
  }
  return ok(ids)
}
