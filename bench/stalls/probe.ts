import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'

// Loaded into the measured service (`node --import`). Measures how long the main thread works
// without handling other events. A connection to the socket reads the longest such time since the
// last reading, and the resident memory.
const path = process.env.STALL_SOCKET
if (path !== undefined && isMainThread) {
  let longest = { cpuMs: 0, wallMs: 0 }
  let cpu = process.threadCpuUsage()
  let wall = performance.now()
  const look = () => {
    const [nowCpu, nowWall] = [process.threadCpuUsage(), performance.now()]
    const cpuMs = (nowCpu.user - cpu.user + nowCpu.system - cpu.system) / 1000
    if (cpuMs > longest.cpuMs) longest = { cpuMs, wallMs: nowWall - wall }
    ;[cpu, wall] = [nowCpu, nowWall]
  }
  setInterval(look, 1).unref()
  const server = createServer((socket) => {
    const rssMb = process.memoryUsage.rss() / 1024 / 1024
    socket.end(JSON.stringify({ ...longest, rssMb }))
    longest = { cpuMs: 0, wallMs: 0 }
  })
  server.listen(path).unref()
}
