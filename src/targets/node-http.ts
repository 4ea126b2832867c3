import process from 'node:process'

/**
 * Node's HTTP module. An import statement would read every member of it, and some of them load the
 * whole of undici (WebSocket): 20 ms of each start, for nothing that we use.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
