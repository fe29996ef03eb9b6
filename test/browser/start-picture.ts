import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { TERMINAL_STYLE, terminalWindow } from './terminal-window.ts'

/** What `npm start` shows on a terminal, from an empty folder to Ctrl+C. Needs port 3000. */
export async function takeStartPicture(browser: Browser): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'shortlink-pictures-'))
  // `script` gives the server a terminal.
  const child = spawn(
    'script',
    ['-qefc', `cd ${folder} && exec ${process.execPath} ${process.cwd()}/build/run.js main`, '/dev/null'],
    {
      env: { ...process.env, TERM: 'xterm-256color' },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  let shown = ''
  let isStopped = false
  for await (const chunk of child.stdout) {
    shown += String(chunk).replaceAll('\r', '').replace('^C', '')
    // The end of the banner. A second Ctrl+C would end the server at once.
    if (isStopped || !shown.trimEnd().endsWith('./data')) continue
    isStopped = true
    child.stdin.write('\u0003')
  }
  if (child.exitCode === null) await once(child, 'exit')
  await rm(folder, { recursive: true })
  const page = await browser.newPage({ viewport: { width: 760, height: 300 } })
  await page.setContent(`<style>
    body { margin: 0; height: 300px; display: flex; align-items: center; justify-content: center; background: #e4e7ee }
    ${TERMINAL_STYLE}
    .terminal pre { width: 672px }
  </style>${terminalWindow('npm start', shown.trim())}`)
  return page.screenshot().finally(() => page.close())
}
