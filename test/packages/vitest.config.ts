import { suite } from '../vitest.config.ts'

/** What is published, installed from tarballs into empty folders. What takes long is in `slow`. */
export default suite(['test/packages/*.test.ts'])
