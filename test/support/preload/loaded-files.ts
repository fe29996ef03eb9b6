/** Makes a server's main thread log, when it starts to listen, which files it has loaded and whether Node has loaded undici. */
import { registerHooks } from 'node:module'
import { Server } from 'node:net'
import { isMainThread } from 'node:worker_threads'

export interface LoadedFiles {
  /** Files as URLs. */
  readonly files: readonly string[]
  /** The library of `fetch`, which Node loads when a program first uses it. */
  readonly undici: boolean
}

if (isMainThread) {
  const files: string[] = []
  registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:')) files.push(url)
      return next(url, context)
    },
  })
  const { listen } = Server.prototype
  Server.prototype.listen = function (this: Server, ...options: Parameters<typeof listen>) {
    this.once('listening', () => {
      // An import of `node:http` would load undici.
      if (!(this instanceof process.getBuiltinModule('node:http').Server)) return
      const { moduleLoadList } = process as unknown as { moduleLoadList: readonly string[] }
      const undici = moduleLoadList.some((name) => name.endsWith('/undici/undici'))
      process.stdout.write(`loaded ${JSON.stringify({ files, undici } satisfies LoadedFiles)}\n`)
    })
    return listen.apply(this, options)
  } as typeof listen
}
