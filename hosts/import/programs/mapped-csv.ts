import type { Program } from '../program.ts'
import { normalName, type Row, shortAddress, slugOf } from '../row.ts'
import { shortlink } from './shortlink.ts'

/** Names of columns by the field of a link that they have, in normal form. */
export type Columns = ReadonlyMap<string, string>

/** Whether a column can be named for the field. */
export const isField = (field: string) => Object.hasOwn(shortlink.fates, field)

/** CSV of any program with columns that the user names; other columns have the names of an export. */
export function mappedCsv(columns: Columns): Program {
  const pairs = [...columns].map(([field, column]) => [field, normalName(column)] as const)
  const [fields, named] = [new Set(pairs.map(([field]) => field)), new Set(pairs.map(([, column]) => column))]
  const own = Object.entries(shortlink.fates).filter(([field]) => !fields.has(field))
  return {
    name: 'csv',
    files: 'CSV of any other service, with the columns named by --columns',
    columns:
      'the fields of shortlink, by --columns "slug=Short URL,target=Original URL"; slug may be the whole short URL',
    needs: { slug: [columns.get('slug') ?? 'slug'], target: [columns.get('target') ?? 'target'] },
    requires: [...columns.values()],
    fates: Object.fromEntries([...own, ...pairs.map(([field, column]) => [column, shortlink.fates[field]])]),
    links: (row) => {
      const given: Row = Object.fromEntries([
        ...Object.entries(row).filter(([column]) => !named.has(column)),
        ...pairs.map(([field, column]) => [field, row[column]]),
      ])
      const address = isAddress(given.slug) ? shortAddress(given.slug) : undefined
      return shortlink.links(given).map((link) => ({
        ...link,
        ...slugOf(address === undefined ? given.slug : undefined, address),
        domain: link.domain ?? address?.domain ?? null,
      }))
    },
  }
}

/** Has a scheme, or a domain before a slash. */
const isAddress = (slug: unknown) => typeof slug === 'string' && /^(?:https?:)?\/\/|^[^/.]+\.[^/]+\//i.test(slug)
