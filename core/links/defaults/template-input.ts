import { z } from 'zod'
import { text } from '../../kernel/input.ts'
import { Campaign } from '../option-inputs.ts'

const MAX_NAME_LENGTH = 60

/** The members of an input that describe a campaign template. */
export const campaignTemplateInput = {
  name: text('name', { min: 1, max: MAX_NAME_LENGTH, form: (value) => value.trim() }).describe(
    `The name, at most ${MAX_NAME_LENGTH} characters.`,
  ),
  utm: Campaign.transform((utm, context) => {
    if (utm !== null) return utm
    context.addIssue('utm must have at least one parameter')
    return z.NEVER
  }).describe('The campaign parameters, at least one.'),
}
