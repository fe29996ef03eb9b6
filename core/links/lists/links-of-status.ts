import type { UserId } from '../../kernel/ids.ts'
import type { Ports } from '../../ports.ts'
import type { LinkOutline } from '../link.ts'
import { linkStatus } from '../link-status.ts'
import type { LinksPage, OwnLinksFilter } from '../links.port.ts'

/** Most links of one store read, so that mapping and checking its rows does not hold the event loop for long. */
const BATCH_SIZE = 250

type ListPorts = Pick<Ports, 'store' | 'blocklist'>

/** Whether the filter needs the status of each link as the blocklist has it; otherwise the store alone can tell. */
export const dependsOnBlocklist = ({ blocklist }: Pick<Ports, 'blocklist'>, { status }: OwnLinksFilter): boolean =>
  status !== undefined && !blocklist.isEmpty()

/**
 * The owner's links that match the filter, targets on blocked hosts considered: as many of those that match otherwise as the caller takes.
 * @param take the number of links to read first
 */
export async function* linksOfStatus(
  { store, blocklist }: ListPorts,
  owner: UserId,
  { status, take, ...filter }: OwnLinksFilter & Pick<LinksPage, 'after' | 'sort' | 'take'>,
): AsyncGenerator<LinkOutline, void> {
  // Among links that an operator did not disable, the store cannot tell the blocked ones.
  const stored = status?.is === 'BLOCKED' ? undefined : status
  let { after } = filter
  let size = Math.min(take, BATCH_SIZE)
  for (;;) {
    const batch = await store.links.list(owner, { ...filter, status: stored, skip: 0, take: size, after })
    for (const link of batch) if (!status || linkStatus(link, status.at, blocklist) === status.is) yield link
    if (batch.length < size) return
    after = batch.at(-1)
    size = BATCH_SIZE
  }
}

/** A page of {@link linksOfStatus}, and the number of all. */
export async function pageOfStatus(
  ports: ListPorts,
  owner: UserId,
  { skip, take, ...filter }: OwnLinksFilter & LinksPage,
): Promise<{ readonly items: readonly LinkOutline[]; readonly totalCount: number }> {
  const items: LinkOutline[] = []
  let totalCount = 0
  for await (const link of linksOfStatus(ports, owner, { ...filter, take: BATCH_SIZE })) {
    if (totalCount >= skip && items.length < take) items.push(link)
    totalCount += 1
  }
  return { items, totalCount }
}
