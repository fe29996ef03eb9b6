export { type Composition, compose } from './container.ts'
export { type GivenSettings, openShortlink } from './embed.ts'
export { createLog, type Log } from './log.ts'
export { readSettings, type Settings, SettingsError } from './settings.ts'
