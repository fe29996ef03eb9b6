import { z } from 'zod'
import { Hostname } from '../domains/domain.ts'
import { boundedList, text } from '../kernel/input.ts'
import { IMPORT_LOSSES, IMPORT_PROGRAMS } from './import.ts'

const MAX_DOMAINS = 100
const MAX_NAME = 253

const domain = z.object({
  from: text('from', { min: 1, max: MAX_NAME }).describe('The domain in the file; "default" for links without one.'),
  to: z
    .union([Hostname, z.literal('')], 'to must be a hostname, or empty')
    .nullish()
    .describe('A verified domain of the account, empty for the own host of the service, null to skip its links.'),
})

/** Inputs of the choices before an import starts. */
export const choiceInputs = {
  program: z
    .enum(IMPORT_PROGRAMS, `program must be one of ${IMPORT_PROGRAMS.join(', ')}`)
    .nullish()
    .describe(`The program that wrote the file: ${IMPORT_PROGRAMS.join(', ')}; detected if omitted.`),
  domains: boundedList(domain, MAX_DOMAINS, {
    type: 'domains must be a list',
    tooLong: `domains takes at most ${MAX_DOMAINS} items`,
  })
    .nullish()
    .describe(
      `Where links of a domain go, at most ${MAX_DOMAINS}. Other links stay on their domain if it is a verified domain of the account, else go to the service's own host.`,
    ),
  acceptedLosses: boundedList(
    z.enum(IMPORT_LOSSES, `acceptedLosses must be of ${IMPORT_LOSSES.join(', ')}`),
    IMPORT_LOSSES.length,
    { type: 'acceptedLosses must be a list', tooLong: `acceptedLosses takes at most ${IMPORT_LOSSES.length} items` },
  )
    .nullish()
    .describe(`Restrictions that links may lose, at most ${IMPORT_LOSSES.length}: ${IMPORT_LOSSES.join(', ')}.`),
}

type Choices = z.output<z.ZodObject<typeof choiceInputs>>

/** The domains of an input as they are stored. */
export const domainsOf = ({ domains }: Choices) => (domains ?? []).map(({ from, to }) => ({ from, to: to ?? null }))
