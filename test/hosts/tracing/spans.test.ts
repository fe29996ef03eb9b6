import { openTraces } from '@shortlink/adapters/traces'
import { expect, it, onTestFinished } from 'vitest'
import { createSpans, endTrace } from '../../../hosts/tracing/spans.ts'

it('a trace has at most 500 spans below its first, none of others, and none after its end', () => {
  const silent = { onAway: () => {}, onBack: () => {} }
  const traces = openTraces({
    endpoint: 'http://127.0.0.1:9',
    headers: {},
    serviceName: 'test',
    version: '1',
    ...silent,
  })
  onTestFinished(() => traces.close(0))
  const spans = createSpans(traces.tracer)
  const childrenOf = (name: string, attempts: number) =>
    spans.under(spans.startTrace(name, undefined, {}), () =>
      Array.from({ length: attempts }, () => spans.startChild('statement', {})).filter((child) => child !== undefined),
    )
  expect(childrenOf('one', 600)).toHaveLength(500)
  expect(childrenOf('other', 2)).toHaveLength(2)
  const ended = spans.startTrace('ended', undefined, {})
  endTrace(ended)
  expect(spans.under(ended, () => spans.startChild('late', {}))).toBeUndefined()
  expect(spans.startChild('outside of a trace', {})).toBeUndefined()
})
