/** A load generator in its own process: visits of links by Zipf's law, each picked when it is due. Takes one {@link ZipfLoad}. */

import { slugOf } from '../fixture.ts'
import { load } from '../load.ts'
import { seededRandom } from '../people.ts'
import { browserRequest } from '../requests.ts'
import { zipfPicker } from './popularity.ts'

export interface ZipfLoad {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  readonly rate: number
  readonly links: number
  readonly zipfExponent: number
  readonly seed: number
}

process.on('message', async ({ links, zipfExponent, seed, ...plan }: ZipfLoad) => {
  const pick = zipfPicker(links, zipfExponent, seededRandom(seed))
  const requests = { length: Number.MAX_SAFE_INTEGER, at: (index: number) => browserRequest(slugOf(pick()), index) }
  process.send?.(await load({ ...plan, requests, sleeps: true }))
})
