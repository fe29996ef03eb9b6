/** What a process of the service is started with, besides settings: nothing of the tests' own environment that it could read. */
export const bareEnvironment = () => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}
