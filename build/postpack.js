import { withdrawBundled } from './bundled-dependencies.js'
import { putUnusedBack } from './unused.js'

withdrawBundled()
putUnusedBack()
