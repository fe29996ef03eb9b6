import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The id that vite resolves `virtual:world-map` to: its null character shows other plugins that it is no file. */
const RESOLVED = '\0virtual:world-map'
const WIDTH = 720
const HEIGHT = 330
const ANTARCTICA = '010'

/** A vite plugin: the world's countries as SVG paths, projected while the dashboard is built, since browsers would need 47 kB to do it. */
export const worldMap = () => ({
  name: 'world-map',
  resolveId: { filter: { id: /^virtual:world-map$/ }, handler: () => RESOLVED },
  load: {
    filter: { id: /^\0virtual:world-map$/ },
    handler: async () => `export const worldMap = ${JSON.stringify(await projected())}`,
  },
})

/** Country borders of Natural Earth at 1:110 million, which leaves out the smallest countries, without Antarctica. */
async function projected() {
  // Here, since an install without development dependencies loads this file but builds nothing.
  const [{ geoEqualEarth, geoPath }, { default: countries }, { feature }] = await Promise.all([
    import('d3-geo'),
    import('i18n-iso-countries'),
    import('topojson-client'),
  ])
  const atlas = require('world-atlas/countries-110m.json')
  const { features } = feature(atlas, atlas.objects.countries)
  const shown = features.filter(({ id }) => id !== ANTARCTICA)
  const projection = geoEqualEarth().fitSize([WIDTH, HEIGHT], { type: 'FeatureCollection', features: shown })
  const path = geoPath(projection).digits(0)
  return {
    width: WIDTH,
    height: HEIGHT,
    // Territories with a disputed status have no code of ISO 3166.
    shapes: shown.map((one) => ({ code: countries.numericToAlpha2(one.id) ?? null, path: path(one) })),
  }
}
