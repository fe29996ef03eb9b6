import { expect, it } from 'vitest'
import { z } from 'zod'
import { settingsSchema } from '../../hosts/app/settings/settings.ts'

/** `npm run test:surfaces -- test/docs -u` rewrites the page. */
it('docs/settings.md matches the settings', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/settings.md')
})

/** Settings with the same meaning share a row. */
function page(): string {
  const meanings = new Map<string, string[]>()
  for (const [name, schema] of Object.entries(settingsSchema.shape)) {
    const value = schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : ''
    const standard = value && `=${value}`
    const meaning = schema.description ?? ''
    meanings.set(meaning, [...(meanings.get(meaning) ?? []), `\`${name}${standard}\``])
  }
  return `# Settings

Set environment variables before you start the server. An empty one counts as unset. In production, \`JWT_SECRET\`, \`APIKEY_PEPPER\` and \`DATABASE_URL\` are required. The server exits with code 78 and names the setting if a value is
invalid. \`0\` disables a rate limit (\`RATELIMIT_…\`).

| setting=default | meaning |
|---|---|
${[...meanings].map(([meaning, names]) => `| ${names.join(', ')} | ${meaning} |`).join('\n')}
`
}
