import { bundle } from './bundle.js'
import { declareBundled, withdrawBundled } from './bundled-dependencies.js'
import { putUnusedBack, setUnusedAside } from './unused.js'

await bundle({ keepOld: false })
putUnusedBack()
withdrawBundled()
setUnusedAside()
declareBundled()
