import {
  createLink,
  deleteLinks,
  getLink,
  hitStats,
  listLinksByCursor,
  RULE_EXAMPLES,
  updateLinks,
  upsertLink,
} from '@shortlink/core'
import { LinkRefInput, LinkUpdate } from '@shortlink/core/host'
import { z } from 'zod'
import { declareTool } from '../table/declare-tool.ts'
import { adds, listTool, reads, replaces, tool } from '../table/tool.ts'
import { toResult } from '../table/tool-result.ts'
import { offeredAt } from '../toolset-names.ts'
import {
  HitSums,
  NewShortlink,
  Shortlink,
  toHitStats,
  toNewShortlink,
  toShortlink,
  toWholeShortlink,
  WholeShortlink,
} from './link-answers.ts'
import { LINK_OPTIONS, OPTION_WORDS, REMOVED_BY_NULL } from './link-options.ts'
import { pagedTool } from './paged-tool.ts'

/** An example of a rule's value for each type. */
const EXAMPLES = Object.entries(RULE_EXAMPLES)
  .map(([type, value]) => `${type} ${value}`)
  .join('; ')

/** Most items of a bulk call; core allows more. */
const BULK_ITEMS = 100

const bulk = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(BULK_ITEMS)
/** Omits rules: their schema would repeat a fifth of the tool text that models read. */
const { id: _, rules: __, ...changes } = LinkUpdate.shape

/** Result of a bulk call for one item. A link that was named by an unknown slug has no id. */
const BulkResult = z.object({
  id: z.string().optional(),
  slug: z.string().optional(),
  ok: z.boolean(),
  error: z.string().optional(),
})

/** An item's reference to its link. Rejects nothing here: core refuses an invalid item individually. */
const Name = z
  .object({ id: z.string().optional().catch(undefined), slug: z.string().optional().catch(undefined) })
  .catch({})

interface Named {
  readonly id?: string | null | undefined
  readonly slug?: string | null | undefined
}

const toBulkResult = ({ id, slug }: Named, { ok, error }: { ok: boolean; error: string | null }, found?: string) => ({
  ...((id ?? found) != null && { id: id ?? found }),
  ...(slug != null && { slug }),
  ok,
  ...(error !== null && { error }),
})

export const linkTools = [
  pagedTool(
    'list_shortlinks',
    'List your shortlinks, newest first, with the fields of get_shortlink except rules.',
    listLinksByCursor,
    toShortlink,
    {
      title: 'List shortlinks',
      hints: reads,
      takes: ['search', 'tags', 'status', 'archived', 'limit', 'cursor'],
      words: {
        search: 'Text in slug, target or title, case-insensitive.',
        tags: 'Only links with all of these tags.',
        status: 'USED_UP: visit limit reached; DISABLED: by you; BLOCKED: by the operator.',
        archived: 'true: only archived links; null: both.',
      },
      nullable: ['archived'],
      output: Shortlink,
      as: 'shortlinks',
    },
  ),
  tool('get_shortlink', 'Get a shortlink with its routing rules, by id or slug.', getLink, toWholeShortlink, {
    title: 'Get shortlink',
    hints: reads,
    takes: ['id', 'slug', 'hostname'],
    output: WholeShortlink,
  }),
  tool(
    'create_shortlink',
    'Shorten a URL. Visits are tracked. With `externalId`, a link that has it is updated instead.',
    createLink,
    toNewShortlink,
    {
      title: 'Create shortlink',
      hints: adds,
      replay: true,
      quick: true,
      takes: ['target', 'slug', 'domainId', 'rules', ...LINK_OPTIONS, 'reuse'],
      instead: ({ externalId, reuse }) => (externalId == null || reuse ? undefined : upsertLink),
      words: {
        slug: 'The path of the short URL; generated if omitted. Omit it if yours is reserved or already exists.',
        domainId: 'The id of a verified custom domain.',
        rules: 'Routing rules; the first match applies, otherwise `target`.',
        'rules.items.type': 'The condition type.',
        'rules.items.value': `Alternatives, separated by commas; a leading \`!\` negates. Examples by type: ${EXAMPLES}.`,
        'rules.items.target': 'The target for matching visitors.',
        ...OPTION_WORDS,
        reuse: 'Returns your newest active link with this target, if one exists. Not with slug.',
      },
      output: NewShortlink,
    },
  ),
  listTool(
    'update_shortlinks',
    'Change 1 to 100 shortlinks, with the fields of create_shortlink. Omitted fields keep their value; null removes it. To change routing ' +
      'rules, use GraphQL updateShortlinks; slugs cannot be changed. A failed item does not fail the others: check each `ok`.',
    updateLinks,
    (results, _host, { inputs }) =>
      results.map((result) => toBulkResult(inputs[result.index] ?? {}, result, result.value?.id)),
    {
      title: 'Update shortlinks',
      hints: replaces,
      replay: true,
      bulk: true,
      input: z.object({ inputs: bulk(z.object({ ...LinkRefInput.shape, ...changes })) }),
      checked: z.object({ inputs: bulk(Name) }),
      nullable: REMOVED_BY_NULL,
      words: {
        'inputs.items.target': 'The new target.',
        ...Object.fromEntries(Object.keys(OPTION_WORDS).map((path) => [`inputs.items.${path}`, ''])),
        'inputs.items.enabled': 'False disables the link.',
        'inputs.items.archived': 'True hides it from lists; it still redirects.',
        'inputs.items.tags': 'Replaces all tags.',
      },
      output: BulkResult,
      as: 'results',
    },
  ),
  listTool(
    'delete_shortlinks',
    'Permanently delete 1 to 100 shortlinks with their visits, by ids or slugs. A failed item does not fail the others: check each `ok`.',
    deleteLinks,
    (results, _host, { ids, slugs }) =>
      results.map((result) => ({
        index: result.index,
        ...toBulkResult({ id: ids?.[result.index], slug: slugs?.[result.index] }, result, result.value ?? undefined),
      })),
    {
      title: 'Delete shortlinks',
      hints: replaces,
      replay: true,
      bulk: true,
      input: z.object({
        ids: bulk(z.string()).optional(),
        slugs: bulk(z.string()).optional(),
        hostname: LinkRefInput.shape.hostname,
      }),
      checked: z.object({ ids: bulk(z.string()).nullish(), slugs: bulk(z.string()).nullish() }),
      output: BulkResult.extend({ index: z.int() }),
      as: 'results',
    },
  ),
  declareTool(
    'get_hit_stats',
    "Get a shortlink's visits: total, by country, and details of the latest (`hits`, only in the text). For days or referrers: " +
      `get_analytics, ${offeredAt('analytics')}.`,
    hitStats,
    { title: 'Get visit statistics', hints: reads, output: HitSums },
    HitSums,
    (out) => {
      // Visits take most of the response, so they are sent once. The contract requires them in the text.
      const { hits, ...sums } = toHitStats(out)
      return toResult({ ...sums, hits }, sums)
    },
  ),
]
