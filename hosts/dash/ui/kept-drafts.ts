const PREFIX = 'shortlink.draft.'

/** Keeps what is typed for this tab until it is dropped, so that it outlives a reload. Passwords are never to be kept. */
export const keepDraft = (key: string, draft: object) => sessionStorage.setItem(PREFIX + key, JSON.stringify(draft))

/** What was kept; undefined without it. */
export function keptDraft<Draft>(key: string): Partial<Draft> | undefined {
  const text = sessionStorage.getItem(PREFIX + key)
  return text === null ? undefined : (JSON.parse(text) as Partial<Draft>)
}

/** Forgets what was kept. */
export const dropDraft = (key: string) => sessionStorage.removeItem(PREFIX + key)

/** Forgets all drafts of this tab: what one account typed is not for the next one. */
export function dropAllDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}
