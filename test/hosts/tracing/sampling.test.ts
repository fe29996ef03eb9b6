import { describe, expect, it } from 'vitest'
import { callerIn, isSampled, samplingOf } from '../../../hosts/tracing/sampling.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

describe('traceparent', () => {
  it.each([
    ['of the current version', `00-${TRACE}-${SPAN}-01`],
    ['of a later version, with a field more', `42-${TRACE}-${SPAN}-01-more`],
  ])('a header %s names the span of the caller', (_, header) => {
    expect(callerIn(header)).toMatchObject({ traceId: TRACE, spanId: SPAN, traceFlags: 1 })
  })

  it.each([
    undefined,
    '',
    'nonsense',
    [`00-${TRACE}-${SPAN}-01`],
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-01${'0'.repeat(10_000)}`,
  ])('ignores the malformed header %s', (header) => {
    expect(callerIn(header)).toBeUndefined()
  })
})

describe('sampling', () => {
  const [traced, untraced] = [callerIn(`00-${TRACE}-${SPAN}-01`), callerIn(`00-${TRACE}-${SPAN}-00`)]
  it.each([
    ['always_on', 1, [true, true, true]],
    ['always_off', 1, [false, false, false]],
    ['traceidratio', 1, [true, true, true]],
    ['traceidratio', 0, [false, false, false]],
    ['parentbased_always_on', 0, [true, true, false]],
    ['parentbased_always_off', 1, [false, false, false]],
    ['parentbased_traceidratio', 1, [true, true, false]],
    ['parentbased_traceidratio', 0, [false, false, false]],
  ] as const)(
    '%s of %s decides about requests without a caller, of one that traces, and of one that does not',
    (sampler, ratio, decisions) => {
      const sampling = samplingOf(sampler, ratio)
      expect([undefined, traced, untraced].map((caller) => isSampled(sampling, caller))).toEqual(decisions)
    },
  )

  it('a ratio does not depend on the trace id, which a caller chooses', () => {
    const decisions = Array.from({ length: 2000 }, () => isSampled(samplingOf('traceidratio', 0.5), traced))
    expect(new Set(decisions)).toEqual(new Set([true, false]))
  })
})
