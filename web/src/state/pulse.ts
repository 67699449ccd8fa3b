import { useEffect, useState } from "preact/hooks";

/** Draws the component `perSecond` times a second; 0: never. The component reads the model itself. */
export function usePulse(perSecond: number): number {
  const [beat, setBeat] = useState(0);
  useEffect(() => {
    if (perSecond === 0) return;
    const timer = setInterval(() => setBeat((n) => n + 1), 1000 / perSecond);
    return () => clearInterval(timer);
  }, [perSecond]);
  return beat;
}

/** The time of day, updated every `seconds`. */
export function useNow(seconds: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return now;
}
