import { bundle } from './bundle.js'
import { putUnusedBack, setUnusedAside } from './unused.js'

await bundle({ keepOld: false })
putUnusedBack()
setUnusedAside()
