import '../../hosts/require-node.js'
import { afterEach, vi } from 'vitest'

// Restore the spies of a test before the next one.
afterEach(() => void vi.restoreAllMocks())
