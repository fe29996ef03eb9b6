import { suite } from '../vitest.config.ts'

/** With a real Redis on the path (Debian: `apt-get install redis-server`). */
export default suite(['test/redis/*.test.ts'])
