import { putUnusedBack } from './unused.js'

putUnusedBack()
