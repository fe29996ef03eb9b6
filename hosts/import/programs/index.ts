import type { Program } from '../program.ts'
import { bitly } from './bitly.ts'
import { dub } from './dub.ts'
import { kutt } from './kutt.ts'
import { rebrandly } from './rebrandly.ts'
import { shlink } from './shlink.ts'
import { shortio } from './shortio.ts'
import { shortlink } from './shortlink.ts'
import { yourls } from './yourls.ts'

/** The supported programs. */
export const PROGRAMS: readonly Program[] = [shortlink, yourls, kutt, shlink, bitly, dub, rebrandly, shortio]
