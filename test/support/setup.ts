import { requireNode } from './require-node.ts'

requireNode()
