import { useQuery } from '@tanstack/preact-query'
import { useMemo, useState } from 'preact/hooks'
import type { Refusing } from '../../../import/losses.ts'
import { placeFinder, placeName } from '../../../import/places.ts'
import { loadChunk } from '../../ui/browser/reload-once.ts'
import { useUntilUnmounted } from '../../ui/hooks/use-until-unmounted.ts'
import { allPages } from '../all-pages.ts'
import { OWN_PAGE, type OwnLink, type Places, places } from '../queries.ts'
import { addressOf, type Plan, planFile } from './plan-file.ts'
import type { ReadFile } from './read-file.ts'

/** Instead of a target domain: the links of the domain are not imported. */
export const SKIPPED = '-'

/** The user's choices before an import. */
export interface Choices {
  /** Target domain by source domain: empty for the service's own host, {@link SKIPPED} for none. */
  readonly mapped: ReadonlyMap<string, string>
  readonly accepted: ReadonlySet<Refusing>
}

const NONE: Choices = { mapped: new Map(), accepted: new Set() }

/** A chosen file with the preview of its import; each part appears once it is known. */
export function usePlan(file: File | undefined, program: string) {
  const [choices, choose] = useState(NONE)
  const signal = useUntilUnmounted()
  const read = useQuery({
    queryKey: ['transfer', 'file', file?.name, file?.size, file?.lastModified, program],
    queryFn: async () => (await readers()).readFile(file as File, program),
    enabled: file !== undefined,
    ...ONCE,
  })
  const own = useQuery({
    queryKey: ['transfer', 'own'],
    queryFn: () => ownLinks(signal),
    enabled: file !== undefined,
    ...ONCE,
  })
  const known = useQuery(places)
  const plan = useMemo(
    () => read.data && own.data && known.data && planOf(read.data, own.data, known.data, choices),
    [read.data, own.data, known.data, choices],
  )
  return { read, own, places: known, plan, choices, choose, reset: () => choose(NONE) }
}

/** No automatic refetch; dropped with the page. */
const ONCE = { retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const

/** They are large, and load with the first file. */
const readers = () => loadChunk(() => import('./read-file.ts'))

async function ownLinks(signal: AbortSignal): Promise<ReadonlyMap<string, OwnLink>> {
  const own = new Map<string, OwnLink>()
  for await (const links of allPages(OWN_PAGE, signal))
    for (const link of links) own.set(addressOf(link.hostname, link.shortlink), link)
  return own
}

function planOf(
  file: ReadFile,
  own: ReadonlyMap<string, OwnLink>,
  { service, domains }: Places,
  { mapped, accepted }: Choices,
): Plan {
  const domainIds = new Map(domains.filter(({ verified }) => verified).map(({ id, hostname }) => [hostname, id]))
  const ownHosts = new Set([new URL(service.baseUrl).hostname])
  const find = placeFinder({
    mapped: new Map([...mapped].filter(([, to]) => to !== SKIPPED)),
    ownHosts,
    verified: new Set(domainIds.keys()),
  })
  const place = (domain: string | null) => {
    if (mapped.get(placeName(domain)) === SKIPPED) return 'unknown'
    const found = find(domain)
    // A domain of another service, or one that is not verified here: its links keep their slugs on this server.
    return found === 'unknown' ? { hostname: '' } : found
  }
  return planFile(file, { place, accepted, domainIds, own })
}
