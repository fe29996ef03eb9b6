/**
 * Functions and classes of `node:http`. An `import` of that module would also load the exports that Node creates on first use, and with
 * them undici, which takes a third of the time of a start.
 */
export const { createServer, IncomingMessage } = process.getBuiltinModule('node:http')
