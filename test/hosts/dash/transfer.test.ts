import { describe, expect, it } from 'vitest'
import { nextTryMs } from '../../../hosts/dash/api/ask-patiently.ts'
import { ApiError } from '../../../hosts/dash/api/errors.ts'

describe('a patient request', () => {
  const error = (code: string, retryAtMs?: number) =>
    new ApiError(code, 'as the test wants it', retryAtMs === undefined ? {} : { retryAtMs })

  it('waits as long as the server says, however often, and five times for no answer; other errors end it', () => {
    expect(nextTryMs(error('RATE_LIMITED', 9_000), 100, 1_000)).toBe(9_000)
    expect(nextTryMs(error('RATE_LIMITED'), 1, 1_000)).toBe(3_000)
    expect(nextTryMs(error('OFFLINE'), 5, 1_000)).toBe(3_000)
    expect(nextTryMs(error('OFFLINE'), 6, 1_000)).toBeUndefined()
    expect(nextTryMs(error('PLAN_LIMIT'), 1, 1_000)).toBeUndefined()
    expect(nextTryMs(new TypeError('a mistake'), 1, 1_000)).toBeUndefined()
  })
})
