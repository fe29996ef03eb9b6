import { expect, it } from 'vitest'
import { z } from 'zod'
import { settingsSchema } from '../../hosts/app/settings/settings.ts'

/** `npm run test:surfaces -- test/docs -u` rewrites the page. */
it('docs/settings.md matches the settings', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/settings.md')
})

function page(): string {
  const rows = Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const standard = schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : ''
    return `| \`${name}\` | ${standard && `\`${standard}\``} | ${schema.description ?? ''} |`
  })
  return `# Settings

Set environment variables before you start the server. Every setting is optional outside production, and an empty one counts as unset. The server exits with code 78 and names the setting if a value is
invalid. \`0\` disables a rate limit (\`RATELIMIT_…\`).

| setting | default | meaning |
|---|---|---|
${rows.join('\n')}
`
}
