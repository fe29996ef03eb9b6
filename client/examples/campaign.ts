/**
 * Creates a link for each channel of a campaign, and prints the visits of all of them:
 * `node campaign.ts https://example.com/sale newsletter shop`. Run it again for current numbers.
 */
import { createClient } from '@shortlink/client'

const { SHORTLINK_SERVER: baseUrl = 'http://localhost:3000', SHORTLINK_KEY: apiKey } = process.env
const [target = 'https://example.com/sale', ...channels] = process.argv.slice(2)
const tags = ['sale']
const shortlink = createClient({ baseUrl, apiKey })

for (const channel of channels) {
  const { data, error } = await shortlink.POST('/links', {
    body: { target, slug: `sale-${channel}`, tags, utm: { source: channel, campaign: 'sale' } },
  })
  if (data) console.log(`created ${data.slug}`)
  // An earlier run has created it.
  else if (error.code !== 'CONFLICT') throw error
}

for await (const link of shortlink.paginate('/links', { params: { query: { tags } } })) {
  console.log(`${link.slug}: ${link.hitCount} visits`)
}

const { data, error } = await shortlink.GET('/analytics', {
  params: { query: { tags, bots: 'EXCLUDE', breakdown: ['COUNTRY'], take: 5 } },
})
if (error) throw error
console.log(`${data.totals.visitors} visitors in 30 days`)
for (const { label, visitors } of data.breakdowns.COUNTRY?.rows ?? []) console.log(`  ${label}: ${visitors}`)
