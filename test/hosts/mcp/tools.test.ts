import { expect, it } from 'vitest'
import { tools } from '../../../hosts/mcp/tools.ts'

/** Every tool of the contract: its required arguments, then those that may be left out. */
const CONTRACT: Record<string, readonly [string[], string[]]> = {
  whoami: [[], []],
  list_shortlinks: [[], ['limit', 'cursor']],
  get_shortlink: [['id'], []],
  create_shortlink: [['target'], ['slug', 'domainId', 'rules']],
  update_shortlinks: [['inputs'], []],
  delete_shortlinks: [['ids'], []],
  get_hit_stats: [['id'], []],
  add_domain: [['hostname'], []],
  verify_domain: [['id'], []],
  list_domains: [[], ['limit', 'cursor']],
  delete_domain: [['id'], []],
  get_qr_code: [['slug'], ['domainId', 'format', 'size', 'ecc']],
  create_webhook: [['url', 'events'], []],
  list_webhooks: [[], ['limit', 'cursor']],
  delete_webhook: [['id'], []],
  create_bio_page: [['slug'], ['theme', 'title']],
  add_bio_link: [
    ['bioPageId', 'url'],
    ['label', 'order'],
  ],
  list_bio_pages: [[], ['limit', 'cursor']],
  get_subscription: [[], []],
  get_usage: [[], []],
}

it('MCP offers the tools of the contract with their arguments, and no others', () => {
  const offered = tools.map(({ listed: { name, inputSchema } }) => {
    const { required = [], properties = {} } = inputSchema
    return [name, [required, Object.keys(properties).filter((property) => !required.includes(property))]]
  })
  expect(Object.fromEntries(offered)).toEqual(CONTRACT)
})

it.each(tools.map(({ listed }) => listed))('the tool $name has a title, description and annotations', (listed) => {
  expect(listed.title).toMatch(/^[A-Z]/)
  expect(listed.description?.length).toBeGreaterThan(30)
  expect(listed.annotations).toEqual({
    title: listed.title,
    readOnlyHint: /^(whoami|get_|list_)/.test(listed.name),
    destructiveHint: /^(update|delete)_/.test(listed.name),
    idempotentHint: expect.any(Boolean),
    openWorldHint: expect.any(Boolean),
  })
})
