import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  ProvidedRequiredArgumentsRule,
  print,
  specifiedRules,
  UniqueInputFieldNamesRule,
  type ValidationContext,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  VariablesInAllowedPositionRule,
  validate,
} from 'graphql'
import { HELP, withCode } from '../errors.ts'

/** Each may quote the value that it is about, so their number is bounded. */
const MAX_ERRORS = 10

/** The message of graphql-js when comparing fields or following fragments takes too long. */
const ABORTED = 'Validation aborted.'

/** Rules about values in the request; all others are about the query. */
const VALUE_RULES = new Set<ValidationRule>([
  ProvidedRequiredArgumentsRule,
  ValuesOfCorrectTypeRule,
  VariablesInAllowedPositionRule,
  UniqueInputFieldNamesRule,
])

const rules = specifiedRules.map((rule) => (VALUE_RULES.has(rule) ? aboutValues(rule) : rule))

/** The validation errors of a query, each with its code. */
export function validated(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  return validate(schema, document, rules, { maxErrors: MAX_ERRORS }).map((error) => {
    if (error.extensions.code !== undefined) return error
    return error.message === ABORTED
      ? withCode(error, 'QUERY_TOO_COMPLEX')
      : withCode(error, 'GRAPHQL_VALIDATION_FAILED', error.message, { help: HELP })
  })
}

/** The same rule with a code on its errors, and with the argument's name and type before messages that omit them. */
function aboutValues(rule: ValidationRule): ValidationRule {
  return (context) => {
    const reportError = (error: GraphQLError) =>
      context.reportError(withCode(error, 'BAD_USER_INPUT', `${positionOf(context, error)}${error.message}`))
    return rule(Object.create(context, { reportError: { value: reportError } }) as ValidationContext)
  }
}

function positionOf(context: ValidationContext, { message }: GraphQLError): string {
  const argument = context.getArgument()
  if (!argument || message.startsWith('Argument ') || message.startsWith('Variable ')) return ''
  return `Argument "${argument.name}" of type "${argument.type}" has invalid value: `
}

/** How a message ends that repeats an object or a list, which may hold a password. */
const FOUND_MEMBERS = /(?:,? found|(?<= value)): [[{].*$/is

/** The error of an invalid variable: adds the variable's type to its name, and removes members that it repeats. */
export function aboutVariable(error: GraphQLError): GraphQLError {
  const [node] = error.nodes ?? []
  if (node?.kind !== Kind.VARIABLE_DEFINITION) return withCode(error, 'BAD_USER_INPUT')
  const name = `Variable "$${node.variable.name.value}"`
  return withCode(
    error,
    'BAD_USER_INPUT',
    error.message.replace(name, () => `${name} of type "${print(node.type)}"`).replace(FOUND_MEMBERS, ''),
  )
}
