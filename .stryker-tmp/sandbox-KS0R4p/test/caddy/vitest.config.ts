import { suite } from '../vitest.config.ts'

/** With a real Caddy on the path (Debian: `apt-get install caddy`). */
export default suite(['test/caddy/*.test.ts'])
