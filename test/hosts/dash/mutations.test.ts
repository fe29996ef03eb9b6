import { glob, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

/** A mutation without arguments, up to the end of its property. */
const WITHOUT_ARGUMENTS = /mutationFn: (?:async )?\(\) =>([\s\S]*?),\n/g

it('mutations get what is typed as an argument: they see the state of their component a moment late', async () => {
  const found: string[] = []
  for await (const path of glob('hosts/dash/**/*.{ts,tsx}', { exclude: ['**/node_modules/**'] })) {
    const source = await readFile(path, 'utf8')
    const states = [...source.matchAll(/const \[(\w+), set\w+\] = useState/g)].map(([, name = '']) => name)
    for (const [, body = ''] of source.matchAll(WITHOUT_ARGUMENTS))
      for (const name of states) if (new RegExp(`(?<![.\\w])${name}\\b`).test(body)) found.push(`${path}: ${name}`)
  }
  expect(found).toEqual([])
})
