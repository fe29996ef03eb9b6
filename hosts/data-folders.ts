import { dirname } from 'node:path'
import type { Settings } from './settings.ts'

const FILE = 'sqlite:'

/** The folders on this machine that the service writes to: the data folder and that of the SQLite file. */
export const foldersOf = ({
  DATA_DIR,
  DATABASE_URL,
}: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>): readonly string[] =>
  DATABASE_URL.startsWith(FILE) ? [...new Set([DATA_DIR, dirname(DATABASE_URL.slice(FILE.length))])] : [DATA_DIR]
