import '../../hosts/require-node.js'
import { afterEach, vi } from 'vitest'

// What a test has spied on, the tests after it find as it was.
afterEach(() => void vi.restoreAllMocks())
