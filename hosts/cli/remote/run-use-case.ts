import { type AnyUseCase, analytics } from '@shortlink/core'
import { CommandFailed } from '../failure.ts'
import type { Given } from '../parameters.ts'
import type { Operation } from './operation.ts'
import { LINK_FIELDS, OLDER_FIELDS, OPERATIONS } from './operations.ts'
import type { Remote } from './remote.ts'

/** Runs a use case on a server. The result has the fields that commands read. */
export async function runUseCase(remote: Remote, useCase: AnyUseCase, input: Given): Promise<unknown> {
  const declared = OPERATIONS.get(useCase)
  if (declared === undefined) throw new Error(`${useCase.name} has no API operation`)
  const { given = (input: Given) => input, result = (answer: unknown) => answer } = declared
  const reads = typeof declared.reads === 'function' ? declared.reads(input) : declared.reads
  try {
    return result(await askInDialect(remote, { ...declared, reads }, given(input)), input)
  } catch (error) {
    if (useCase !== analytics || !isUnknownToServer(error)) throw error
    throw new CommandFailed(`${remote.url} runs an earlier version, which does not count visits by day`)
  }
}

/**
 * Sends a request, and sends it again without the fields and filters of this version if the server rejects them. A rejected request changes
 * nothing.
 */
async function askInDialect(remote: Remote, operation: Operation, given: Given) {
  try {
    return await remote.ask(operation, given)
  } catch (error) {
    if (!isUnknownToServer(error) || !operation.reads?.includes(LINK_FIELDS)) throw error
    const older = { ...operation, reads: operation.reads.replace(LINK_FIELDS, OLDER_FIELDS) }
    return remote.ask(older, { ...given, archived: given.archived ?? undefined })
  }
}

const isUnknownToServer = (error: unknown) =>
  error instanceof CommandFailed && (error.code as string) === 'GRAPHQL_VALIDATION_FAILED'
