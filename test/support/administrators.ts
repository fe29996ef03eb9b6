import { type AnyUseCase, type App, type OutputOf, operator, type Role, setAccountRole } from '@shortlink/core'
import type { Configure } from '../../hosts/app/composition.ts'

interface Administrators {
  readonly configure: Configure
  /** Runs a use case as the operator. */
  operate<U extends AnyUseCase>(useCase: U, input: object): Promise<OutputOf<U>>
  /** Makes an account an administrator, or gives it another role. */
  promote(account: { readonly id: string }, role?: Role): Promise<void>
}

/** The operator of a test server, which starts with `configure`. */
export function administrators(): Administrators {
  let app: App | undefined
  const operate: Administrators['operate'] = async (useCase, input) => {
    if (app === undefined) throw new Error('The server was not started with configure')
    return (await app.run(useCase, operator, input))._unsafeUnwrap()
  }
  return {
    configure: (root) =>
      root.decorate('app', (opened) => {
        app = opened
        return opened
      }),
    operate,
    async promote({ id }, role = 'ADMIN') {
      await operate(setAccountRole, { id, role })
    },
  }
}
