import { suite } from '../vitest.config.ts'

/** What is published, installed from tarballs into empty folders. `npm run test:packages` builds first. */
export default suite(['test/packages/*.test.ts'])
