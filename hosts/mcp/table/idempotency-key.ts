import { err, ok, type Result } from 'neverthrow'

interface Separated {
  /** The arguments of the tool's work, which are the same for a call with the key in either place. */
  readonly given: unknown
  /** Core reports a key that is not text. */
  readonly idempotencyKey: string | undefined
}

/** Separates the idempotency key from a call's other arguments. Hosts that cannot set `_meta` pass it as an argument. */
export function withoutKey(raw: unknown, takesKey: boolean, metaKey: unknown): Result<Separated, string> {
  if (!takesKey || typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return ok({ given: raw, idempotencyKey: undefined })
  const { idempotencyKey: argument, ...given } = raw as { readonly idempotencyKey?: unknown }
  const keys = new Set([argument ?? undefined, metaKey ?? undefined])
  keys.delete(undefined)
  if (keys.size > 1) return err('idempotencyKey and _meta.idempotencyKey differ; send only one')
  const [idempotencyKey] = keys
  return ok({ given, idempotencyKey: idempotencyKey as string | undefined })
}
