import { readFileSync } from 'node:fs'

/** The service's own paths, which no short link has. */
const OWN_PATHS = ['api', 'bio', 'dash', 'graphql', 'healthz', 'internal', 'mcp', 'metrics', 'readyz', 'webhooks']

/**
 * Short links may be crawled, since preview bots check this file first. A `$` ends a path, so that slugs with the same prefix stay free.
 */
const LINKS = `User-agent: *
Allow: /
Disallow: /$
${OWN_PATHS.map((name) => `Disallow: /${name}$\nDisallow: /${name}/\nDisallow: /${name}?`).join('\n')}
Disallow: /*/qr
`

const NOTHING = 'User-agent: *\nDisallow: /\n'

/** Longest part of the file that crawlers read (RFC 9309, 2.5). */
const MAX_BYTES = 500 * 1024

/** The problem with the setting; undefined if it is valid. */
export function robotsFault(setting: string): string | undefined {
  try {
    return Buffer.byteLength(robotsText(setting)) <= MAX_BYTES ? undefined : `must have at most ${MAX_BYTES} bytes`
  } catch (error) {
    return `must be links, disallow or the path of a file that can be read (${(error as NodeJS.ErrnoException).code})`
  }
}

/** The rules for crawlers. Throws if the file cannot be read. */
export const robotsText = (setting: string) =>
  setting === 'links' ? LINKS : setting === 'disallow' ? NOTHING : readFileSync(setting, 'utf8')
