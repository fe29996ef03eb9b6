import { beforeAll } from 'vitest'
import { packCommand } from '../machine.ts'
import { testOnNode } from '../on-node.ts'

let tarball: string
beforeAll(async () => {
  ;({ tarball } = await packCommand())
}, 300_000)

testOnNode('26.10.0', () => tarball)
