import { readFileSync } from 'node:fs'

const TICK_MS = 10

/** Returns the CPU time that a process has used, in milliseconds. */
export function processCpuMs(pid: number): number {
  // After the name in parentheses, which may contain blanks, user and system time are the 12th and 13th field.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * TICK_MS
}
