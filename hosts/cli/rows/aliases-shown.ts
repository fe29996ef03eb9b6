import type { Shown } from '../table/row.ts'
import type { ShownLink } from './link-shown.ts'

/** The aliases of a link after a change. */
export const changedAliases = ({
  id,
  slug,
  shortUrl,
  aliases,
}: Pick<ShownLink, 'id' | 'slug' | 'shortUrl'> & { readonly aliases: readonly string[] }): Shown => ({
  json: { id, slug, shortUrl, aliases },
  lines: [
    aliases.length === 0 ? `${shortUrl} has no alias now` : `${shortUrl} has the aliases ${aliases.join(', ')} now`,
  ],
})
