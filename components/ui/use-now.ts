'use client'

import { useEffect, useState } from 'react'

/**
 * The server's clock as the browser goes on: the instant the server wrote, plus what has passed since it arrived. The
 * device's own clock is never asked. `everyMs` is how often it moves. Milliseconds since the epoch.
 */
export function useNow(serverNow: string, everyMs: number): number {
  const [tick, setTick] = useState({ from: serverNow, elapsed: 0 })
  useEffect(() => {
    const arrived = performance.now()
    const move = () => setTick({ from: serverNow, elapsed: performance.now() - arrived })
    const timer = setInterval(move, everyMs)
    return () => clearInterval(timer)
  }, [serverNow, everyMs])
  return Date.parse(serverNow) + (tick.from === serverNow ? tick.elapsed : 0)
}
