import { bundle } from './bundle.js'
import { declareBundled } from './bundled-dependencies.js'
import { putUnusedBack, setUnusedAside } from './unused.js'

await bundle({ keepOld: false })
putUnusedBack()
setUnusedAside()
declareBundled()
