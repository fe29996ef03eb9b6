/**
 * Returns the environment of a service process without settings: it contains no variable of the tests' environment that the service could
 * read.
 */
export const bareEnvironment = () => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}
