import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'

/** What pages take from core before a form is opened. */
const NAMES = ['compileRules', 'pickRule', 'simulateRules', 'isScannable', 'isWebUrl', 'isReserved', 'shortUrl']

/** The files that are left of core's entry and its dependencies when only these names are imported. */
async function filesOf(names: readonly string[]): Promise<string[]> {
  const bundle = await rolldown({
    input: 'entry',
    platform: 'browser',
    resolve: { conditionNames: ['@shortlink/source', 'import', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : null),
        load: (id) => (id === 'entry' ? `export { ${names.join(', ')} } from '@shortlink/core'` : null),
      },
    ],
  })
  const { output } = await bundle.generate()
  await bundle.close()
  return output.flatMap((chunk) =>
    chunk.type === 'chunk' ? Object.keys(chunk.modules).filter((id) => chunk.modules[id]?.renderedLength) : [],
  )
}

const isZod = (file: string) => file.includes('/node_modules/zod/')

it('rules, QR colors and addresses of core come to a browser without zod', async () => {
  const files = await filesOf(NAMES)
  expect(files.some((file) => file.endsWith('core/links/rules/simulate-rules.ts'))).toBe(true)
  expect(files.filter(isZod)).toEqual([])
})

it('schemas of core come with zod, so that the test before sees it', async () => {
  expect((await filesOf(['Rules'])).some(isZod)).toBe(true)
})
