import { dirname, resolve } from 'node:path'
import { styleText } from 'node:util'
import type { Settings } from '../app/settings/settings.ts'
import { describeDatabase, storeAt } from '../app/stores.ts'
import { VERSION } from '../kit/version.ts'

/** Two lines for the terminal at startup: the service's name and URLs, in colors if the terminal supports them. */
export function banner(settings: Settings, url: string): string {
  const { APP_URL, MCP_ENABLED, MCP_URL, DATA_DIR } = settings
  /** A free port was not known to the settings. */
  const here = (address: string) =>
    settings.PORT === 0 ? address.replace(/^http:\/\/localhost:0(?=\/|$)/, url) : address
  const base = here(settings.BASE_URL)
  const first = [
    `${styled('bold', 'shortlink')} ${VERSION}`,
    styled('cyan', base),
    ...(settings.BASE_URL_IS_DEFAULT ? [] : [labelled('listening on', url)]),
    labelled('dashboard', here(`${APP_URL}/dash`)),
  ]
  const second = [
    labelled('API', `${base}/graphql`),
    ...(MCP_ENABLED ? [labelled('MCP', here(MCP_URL))] : []),
    labelled('data', DATA_DIR, false),
    ...(isInFolder(settings) ? [] : [labelled('database', describeDatabase(settings.DATABASE_URL), false)]),
  ]
  return `\n${[first, second].map((parts) => `  ${parts.join(styled('dim', ' · '))}`).join('\n')}\n\n`
}

const labelled = (label: string, value: string, isAddress = true) =>
  `${styled('dim', label)} ${isAddress ? styled('cyan', value) : value}`

const styled = (style: 'bold' | 'cyan' | 'dim', text: string) => styleText(style, text, { stream: process.stdout })

/** Whether the database is a file in the data folder, so that the folder's path shows its location. */
function isInFolder({ DATABASE_URL, DATA_DIR }: Settings): boolean {
  const { file } = storeAt(DATABASE_URL)
  return file !== undefined && dirname(resolve(file)) === resolve(DATA_DIR)
}
