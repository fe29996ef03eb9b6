/** Decodes the spans of an OTLP `ExportTraceServiceRequest` in protobuf, by the field numbers of opentelemetry-proto. */
export interface ExportedSpan {
  readonly traceId: string
  readonly spanId: string
  /** Empty for the first span of a trace. */
  readonly parentId: string
  readonly name: string
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly isError: boolean
  readonly resource: Readonly<Record<string, unknown>>
}

export const spansIn = (bytes: Buffer): readonly ExportedSpan[] =>
  all(fieldsOf(bytes), 1).flatMap((resourceSpans) => {
    const fields = fieldsOf(resourceSpans)
    const resource = attributesIn(all(fieldsOf(one(fields, 1)), 1))
    return all(fields, 2).flatMap((scopeSpans) => all(fieldsOf(scopeSpans), 2).map((span) => spanOf(span, resource)))
  })

function spanOf(bytes: Buffer, resource: ExportedSpan['resource']): ExportedSpan {
  const fields = fieldsOf(bytes)
  const id = (field: number) => one(fields, field).toString('hex')
  const status = fieldsOf(one(fields, 15))
  return {
    traceId: id(1),
    spanId: id(2),
    parentId: id(4),
    name: one(fields, 5).toString(),
    kind: Number(numberIn(fields, 6)),
    startMs: Number(one(fields, 7).readBigUInt64LE()) / 1e6,
    endMs: Number(one(fields, 8).readBigUInt64LE()) / 1e6,
    attributes: attributesIn(all(fields, 9)),
    isError: numberIn(status, 3) === 2n,
    resource,
  }
}

const attributesIn = (pairs: readonly Buffer[]) =>
  Object.fromEntries(
    pairs.map((pair) => {
      const fields = fieldsOf(pair)
      return [one(fields, 1).toString(), anyValue(fieldsOf(one(fields, 2)))]
    }),
  )

function anyValue(fields: Fields): unknown {
  const [field = 0] = fields.keys()
  if (field === 1) return one(fields, 1).toString()
  return field === 2 ? numberIn(fields, 2) === 1n : Number(numberIn(fields, field))
}

/** The values of a message's fields: bytes, or integers. */
type Fields = ReadonlyMap<number, readonly (Buffer | bigint)[]>

function fieldsOf(bytes: Buffer): Fields {
  const fields = new Map<number, (Buffer | bigint)[]>()
  let at = 0
  function integer(): bigint {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++)
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  function take(length: number): Buffer {
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(integer())
    const values = fields.get(tag >> 3) ?? []
    fields.set(tag >> 3, values)
    const type = tag & 7
    if (type === 0) values.push(integer())
    else if (type === 2) values.push(take(Number(integer())))
    else if (type === 1 || type === 5) values.push(take(type === 1 ? 8 : 4))
    else throw new Error(`unknown wire type ${type}`)
  }
  return fields
}

const all = (fields: Fields, field: number) => (fields.get(field) ?? []) as readonly Buffer[]
const one = (fields: Fields, field: number) => all(fields, field)[0] ?? Buffer.alloc(0)
const numberIn = (fields: Fields, field: number) => (fields.get(field)?.[0] as bigint | undefined) ?? 0n
