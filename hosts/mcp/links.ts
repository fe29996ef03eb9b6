import {
  createLink,
  deleteLinks,
  getLink,
  hitStats,
  LinkRefInput,
  LinkUpdate,
  listLinksByCursor,
  RULE_EXAMPLES,
  updateLinks,
} from '@shortlink/core'
import { z } from 'zod'
import { declareTool } from './declare-tool.ts'
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
import { adds, listTool, reads, replaces, tool } from './tool.ts'
import { toResult } from './tool-result.ts'
import { offeredAt } from './toolset-names.ts'

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
    'List your shortlinks, newest first, each as get_shortlink has it but for its rules.',
    listLinksByCursor,
    toShortlink,
    {
      title: 'List shortlinks',
      hints: reads,
      words: {
        search: 'A part of slug, target or title, in any case.',
        tags: 'Only links with all of these.',
        status: 'USED_UP: no visits left; DISABLED: by you; BLOCKED: by the operator.',
        archived: 'true: only archived ones; null: both.',
      },
      nullable: ['archived'],
      output: Shortlink,
      as: 'shortlinks',
    },
  ),
  tool('get_shortlink', 'Get a shortlink of yours with its routing rules, by id or slug.', getLink, toWholeShortlink, {
    title: 'Get shortlink',
    hints: reads,
    output: WholeShortlink,
  }),
  tool(
    'create_shortlink',
    'Shorten a URL. Pass `slug` for a readable address, else one is generated. Visits are tracked.',
    createLink,
    toNewShortlink,
    {
      title: 'Create shortlink',
      hints: adds,
      replay: true,
      quick: true,
      takes: ['target', 'slug', 'domainId', 'rules', ...LINK_OPTIONS, 'reuse'],
      words: {
        slug: 'The path of the short URL; generated if left out: leave it out if yours is reserved or exists.',
        domainId: 'The id of a verified custom domain, for the link to live on.',
        rules: 'Routing rules, tried in order; the first that matches decides, else `target` does.',
        'rules.items.type': 'What the rule looks at.',
        'rules.items.value': `Alternatives, separated by commas; a leading \`!\` negates. By type, such as ${EXAMPLES}.`,
        'rules.items.target': 'Where matching visitors go.',
        ...OPTION_WORDS,
        reuse: 'Gives back your newest open link with this target, if there is one. Without slug.',
      },
      output: NewShortlink,
    },
  ),
  listTool(
    'update_shortlinks',
    'Change 1 to 100 shortlinks; fields are those of create_shortlink. What an item leaves out stays, null removes. Slugs and routing ' +
      'rules cannot be changed here (GraphQL updateShortlinks changes rules). A failing item does not fail the others: check each `ok`.',
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
        'inputs.items.target': 'Where visitors go from now on.',
        ...Object.fromEntries(Object.keys(OPTION_WORDS).map((path) => [`inputs.items.${path}`, ''])),
        'inputs.items.enabled': 'False closes the link until it is true again.',
        'inputs.items.archived': 'True hides it from lists; it works on.',
        'inputs.items.tags': 'Replace its tags.',
      },
      output: BulkResult,
      as: 'results',
    },
  ),
  listTool(
    'delete_shortlinks',
    'Delete 1 to 100 shortlinks with their recorded visits, for good, by ids or by slugs. A failing item does not fail the ' +
      'others: check each `ok`.',
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
    "Get a shortlink's visits: their number, all by country, and the newest in detail (`hits`, in the text alone). By day or referrer: " +
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
