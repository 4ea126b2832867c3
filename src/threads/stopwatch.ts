/**
 * Reads the time, ms since 1970 with fractions: the clock at the start, plus the steady time since.
 * So times of different threads can be compared, and none runs backwards.
 */
export function stopwatch(): () => number {
  const clock = Date.now()
  const began = performance.now()
  return () => clock + performance.now() - began
}
