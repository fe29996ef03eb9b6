import { text } from 'node:stream/consumers'

/** Reads the password from standard input, without the line break at its end. */
export const readPassword = async (): Promise<string> => (await text(process.stdin)).replace(/\r?\n$/, '')
