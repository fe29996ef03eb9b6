import { type ErrorOf, Rules } from '@shortlink/core'
import { finish } from '@shortlink/core/adapter'
import { checkRules, parseInput } from '@shortlink/core/host'
import type { Result } from 'neverthrow'
import { z } from 'zod'

const Input = z.object({ rules: Rules })

/** Validates rules like the use cases, or returns the error. */
export const takeRules = (rules: unknown): Result<Rules, ErrorOf<'invalid-input'>> =>
  parseInput(Input, { rules }).andThen(({ rules }) => finish(checkRules(rules)).map(() => rules))
