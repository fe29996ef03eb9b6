import { rolldown } from 'rolldown'

/** Bundles the client with its dependencies for browsers. */
export async function bundleClient(): Promise<string> {
  const bundle = await rolldown({
    input: '@shortlink/client',
    platform: 'browser',
    resolve: { conditionNames: ['@shortlink/source', 'import', 'default'] },
  })
  const { output } = await bundle.generate({ minify: true })
  await bundle.close()
  return output[0].code
}
