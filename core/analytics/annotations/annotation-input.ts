import { z } from 'zod'
import { text } from '../../kernel/input.ts'

const MAX_TEXT_LENGTH = 80

/** A calendar day that exists, such as 2026-05-01. */
export const calendarDay = (name: string) => z.iso.date(`${name} must be a calendar day, such as 2026-05-01`)

export const annotationInput = {
  date: calendarDay('date').describe('The calendar day, as YYYY-MM-DD.'),
  text: text('text', { min: 1, max: MAX_TEXT_LENGTH, form: (value) => value.trim() }).describe(
    `The text, at most ${MAX_TEXT_LENGTH} characters.`,
  ),
}
