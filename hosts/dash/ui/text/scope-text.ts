import type { Messages } from '../../words/messages.ts'

/** A scope in words. A later server may know more scopes, which are shown by their name. */
export const scopeText = (scope: string, { settings }: Messages): string =>
  (settings.scopes as Readonly<Record<string, string>>)[scope] ?? scope
