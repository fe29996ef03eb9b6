import { suite } from '../../vitest.config.ts'

/** For suites that are expected to fail, run by `test/core/contracts/capabilities.test.ts` alone. */
export default suite(['test/support/contracts/*.suite.ts'], { pure: true })
