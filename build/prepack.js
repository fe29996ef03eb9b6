import { bundle } from './bundle.js'
import { declareBundled } from './bundled-dependencies.js'
import { buildDash } from './dash.js'
import { putUnusedBack, setUnusedAside } from './unused.js'

await Promise.all([bundle({ keepOld: false }), buildDash()])
putUnusedBack()
setUnusedAside()
declareBundled()
