const PREFIX = 'shortlink.draft.'

/** Stores unsaved input for this tab until it is dropped, so that it survives a reload. Never store passwords here. */
export const keepDraft = (key: string, draft: object) => sessionStorage.setItem(PREFIX + key, JSON.stringify(draft))

/** The stored draft; undefined without one. */
export function keptDraft<Draft>(key: string): Partial<Draft> | undefined {
  const text = sessionStorage.getItem(PREFIX + key)
  return text === null ? undefined : (JSON.parse(text) as Partial<Draft>)
}

/** Drops the stored draft. */
export const dropDraft = (key: string) => sessionStorage.removeItem(PREFIX + key)

/** Drops all drafts of this tab: one account must not see another's input. */
export function dropAllDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}
