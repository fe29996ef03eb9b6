import { ask } from '../support/api.ts'

/** Returns the data of an operation on the server at the given port; throws on any GraphQL error. */
export async function graphql<T>(port: number, query: string, variables: object = {}, token?: string): Promise<T> {
  const { data, errors } = await ask(
    `http://127.0.0.1:${port}`,
    query,
    variables,
    token === undefined ? {} : { authorization: `Bearer ${token}` },
  )
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return data as T
}
