import { expect, it } from 'vitest'
import { z } from 'zod'
import { settingsSchema } from '../../hosts/settings.ts'

/** `npm test -- test/docs -u` writes the page anew. */
it('docs/settings.md matches the settings', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/settings.md')
})

function page(): string {
  const rows = Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const standard = schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : ''
    return `| \`${name}\` | ${standard && `\`${standard}\``} | ${schema.description ?? ''} |`
  })
  return `# Settings

Every setting is an environment variable. None is needed to start; an empty one counts as not given; a malformed one stops the start
with exit code 78 and a line that names it. A rate limit of \`0\` is off.

| setting | default | meaning |
|---|---|---|
${rows.join('\n')}
`
}
