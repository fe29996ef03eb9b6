import { Container, type ServiceIdentifier } from 'inversify'

type Needed<Parts, Needs extends readonly (keyof Parts)[]> = { [Index in keyof Needs]: Parts[Needs[Index]] }

/**
 * A container that uses part names as tokens, so that the compiler checks every wire. A part is created once, on first use. After the first
 * `get` nothing can be declared or replaced, since existing parts keep their dependencies.
 */
export class Root<Parts extends object> {
  readonly #container = new Container({ defaultScope: 'Singleton' })
  readonly #changes = new Map<ServiceIdentifier, ((part: never) => unknown)[]>()
  readonly #closers: (() => unknown)[] = []
  readonly #inFlight = new Set<Promise<unknown>>()
  #state: 'declaring' | 'open' | 'closed' = 'declaring'
  #closing: Promise<void> | undefined

  /** Declares how to create a part from others, and how to close it. A later declaration of the same name replaces the earlier one. */
  part<Name extends keyof Parts & string, const Needs extends readonly (keyof Parts)[], Part extends Parts[Name]>(
    name: Name,
    needs: Needs,
    make: (...needed: Needed<Parts, Needs>) => Part | Promise<Part>,
    close?: (part: Part) => unknown,
  ): this {
    // The container resolves exactly the parts in `needs`, in this order.
    const making = (...needed: unknown[]) =>
      this.#make(async () => make(...(needed as unknown as Needed<Parts, Needs>)), close)
    this.#bind(name).toResolvedValue(making, [...needs] as ServiceIdentifier[])
    return this
  }

  /** Replaces the declared part, which is then neither created nor closed. */
  replace<Name extends keyof Parts & string>(name: Name, part: Parts[Name]): this {
    this.#bind(name).toConstantValue(part)
    return this
  }

  /** Changes a part after it is created and before any other part gets it. Several changes apply in the order of the calls. */
  decorate<Name extends keyof Parts & string>(name: Name, change: (part: Parts[Name]) => Parts[Name]): this {
    this.#assertDeclaring()
    this.#changes.set(name, [...(this.#changes.get(name) ?? []), change])
    return this
  }

  /** Returns a part with all its dependencies. Rejects with the first failure among them; parts created by then wait for `close`. */
  get<Name extends keyof Parts & string>(name: Name): Promise<Parts[Name]> {
    if (this.#state === 'declaring') this.#open()
    return this.#container.getAsync<Parts[Name]>(name)
  }

  /** True from the first call of `close` on. */
  get isClosed(): boolean {
    return this.#state === 'closed'
  }

  /**
   * Closes every created part, in reverse order of creation, including a part in creation. Creates no more. Each call resolves when all are
   * closed. Rejects with the failures to close, after the others are closed.
   */
  close(): Promise<void> {
    this.#state = 'closed'
    this.#closing ??= this.#closeAll()
    return this.#closing
  }

  /** Changes apply to the last declarations, so they wait until nothing can be declared any more. */
  #open() {
    this.#state = 'open'
    for (const [name, changes] of this.#changes) {
      for (const change of changes) this.#container.onActivation(name, (_context, part) => change(part as never))
    }
  }

  async #closeAll() {
    while (this.#inFlight.size > 0) await Promise.allSettled(this.#inFlight)
    const errors: unknown[] = []
    for (const close of this.#closers.reverse()) {
      try {
        await close()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 1) throw new AggregateError(errors, `Not closed: ${errors.join('; ')}`)
    if (errors.length === 1) throw errors[0]
  }

  #make<Part>(make: () => Promise<Part>, close?: (part: Part) => unknown): Promise<Part> {
    if (this.#state === 'closed') throw new Error('The root is closed')
    const making = make().then((part) => {
      // All dependencies of the part were opened before it, so they close after it.
      if (close) this.#closers.push(() => close(part))
      return part
    })
    this.#inFlight.add(making)
    const landed = () => this.#inFlight.delete(making)
    making.then(landed, landed)
    return making
  }

  #bind(name: keyof Parts & string) {
    this.#assertDeclaring()
    return this.#container.isBound(name) ? this.#container.rebind(name) : this.#container.bind(name)
  }

  #assertDeclaring() {
    if (this.#state !== 'declaring') throw new Error('Parts are declared and replaced before the first one is made')
  }
}
