import { createLink, type Link, type LinkOutline, listLinks } from '@shortlink/core'
import { coloured } from '../command.ts'
import { counted, pageNote, toColumns } from '../table/columns.ts'
import { parametersOf } from '../table/parameters.ts'
import { type Host, type Row, row } from '../table/row.ts'

/** What is shown of a link. */
const toShown = (host: Pick<Host, 'shortUrl'>, link: Link | LinkOutline) => ({
  id: link.id,
  slug: link.slug,
  shortUrl: host.shortUrl(link),
  target: link.target,
  title: link.title,
  hitCount: link.hitCount,
})

export const linkRows: readonly Row[] = [
  row({
    path: 'link create',
    summary: 'Shorten an address',
    useCase: createLink,
    access: 'account-or-anonymous',
    effect: 'creates',
    parameters: parametersOf(createLink.input, {
      target: ['<target>', 'target address of the link'],
      slug: '--slug <slug>',
      title: '--title <title>',
      enableTracking: ['--no-tracking', 'record no visits'],
      rules: ['--rules <file>', 'JSON file of routing rules, [{"type", "value", "target"}, …]; - for standard input'],
    }),
    examples: [
      'link create https://example.com/a/long/address --user ada@example.com',
      'link create https://example.com/spring --user ada@example.com --slug spring --title "Spring sale"',
    ],
    show: (link, host) => ({
      json: toShown(host, link),
      lines: [host.shortUrl(link)],
      notes: link.owner === null ? [UNOWNED] : [],
    }),
  }),
  row({
    path: 'link list',
    summary: 'List links, newest first',
    useCase: listLinks,
    access: 'account',
    effect: 'reads',
    parameters: parametersOf(listLinks.input, {
      search: '--search <text>',
      skip: '--skip <n>',
      take: ['--take <n>', 'number of links to list: 100 if left out, at most 100'],
    }),
    examples: ['link list --user ada@example.com', 'link list --user ada@example.com --search spring --json'],
    input: (given) => ({ take: 100, ...given }),
    show({ items, totalCount }, host, { skip }) {
      const shown = items.map((link) => toShown(host, link))
      return {
        json: { items: shown, totalCount },
        lines: toColumns(
          ['SHORT URL', 'TARGET', 'HITS'],
          shown.map(({ shortUrl, target, hitCount }) => [shortUrl, target, coloured('dim', counted(hitCount, 'hit'))]),
        ),
        notes: pageNote(items.length, totalCount, skip),
      }
    },
  }),
]

const UNOWNED = 'An anonymous link has no owner and cannot be changed later; --user gives it one'
