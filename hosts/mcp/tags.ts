import type { Tool } from './declare-tool.ts'

/** The tools of the set `tags`. */
export const tagTools: readonly Tool[] = []
