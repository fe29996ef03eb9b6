import { readFileSync } from 'node:fs'

const TICK_MS = 10

/** The processors' time that a process has taken so far, in milliseconds. */
export function processCpuMs(pid: number): number {
  // Behind the name in parentheses, which may have blanks, user and system time are the 12th and 13th field.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * TICK_MS
}
