import { type DayRules, decideDay } from './decide-day.ts';

/** What became of a scan: the first four count; the others leave no trace, but for a scan that is `too late`. */
export const scanOutcomes = [
  /** Came in time. */
  'present',
  'late',
  'leaving',
  /** A second scan of the same coming. */
  'again',
  /** Came when both sessions were over: kept, and counted as absent. */
  'too late',
  'unknown',
  'archived',
  'no school',
  /** The time was no possible one: in the future, or too long ago. */
  'refused',
] as const;
export type ScanOutcome = (typeof scanOutcomes)[number];

/**
 * What a scan is among the day's scans of a student (HH:mm:ss each): the first is coming, one that is long enough after it is leaving.
 * It does not depend on what was scanned later, so a scan that is sent again has the same answer. Pure.
 */
export function scanOutcome(time: string, others: readonly string[], rules: DayRules): ScanOutcome {
  const earlier = others.filter((other) => other < time);
  if (earlier.length === 0) {
    const { am, pm, late } = decideDay([time], {}, rules);
    if (am !== 'P' && pm !== 'P') return 'too late';
    return late ? 'late' : 'present';
  }
  const { timeOut } = decideDay([...earlier, time], {}, rules);
  return timeOut === time ? 'leaving' : 'again';
}

/** A station's clock may be off by so much, in milliseconds, before it is told and its times are put right. */
const clockTolerance = 60_000;

/** Milliseconds to add to what a station's clock says; 0 where it is right to a minute. */
export function clockOffset(serverNow: number, stationNow: number): number {
  const offset = serverNow - stationNow;
  return Math.abs(offset) > clockTolerance ? offset : 0;
}

/** A scan so many days old is refused: nobody has looked after that station for a month. */
const oldestDays = 31;

/** True for a time, put right by the clock's offset, at which a scan can have been. */
export const isPossible = (at: number, now: number): boolean =>
  at <= now + clockTolerance && at >= now - oldestDays * 86_400_000;
