import { withoutZeros } from '../students/id-finder.ts';
import { computeDayState, type DayRules } from './day-state.ts';
import { attendanceWordings } from './wordings.ts';

/** Outcomes of scans that are in no record. They stay at the station and are listed for the office (rule 49). */
export const refusedOutcomes = [
  'unknown',
  'archived',
  'no school',
  /** The time is not a possible one, or the day's attendance is closed. */
  'refused',
] as const;
export type RefusedOutcome = (typeof refusedOutcomes)[number];

/** What became of a scan: the first four count, and one that is `too late` is kept. */
export const scanOutcomes = [
  /** Came in time. */
  'present',
  'late',
  'leaving',
  /** A second scan of the same coming. */
  'again',
  /** Came when both sessions were over: kept, and counted as absent. */
  'too late',
  ...refusedOutcomes,
  /** The office has seen that it was refused, and dismissed it. */
  'dismissed',
] as const;
export type ScanOutcome = (typeof scanOutcomes)[number];

export const isRefused = (outcome: ScanOutcome): outcome is RefusedOutcome =>
  (refusedOutcomes as readonly string[]).includes(outcome);

/** Why a scan could not be taken, as it is said to people. */
export function refusalText({ outcome, reason }: { outcome: RefusedOutcome; reason: string | null }): string {
  if (outcome === 'unknown') return 'Nobody has this id';
  if (outcome === 'archived') return 'No longer a student here';
  if (outcome === 'no school') return reason === null ? 'No school that day' : `No school that day: ${reason}`;
  return reason ?? 'Not taken';
}

/**
 * What a scan is among the day's scans of a student (HH:mm:ss each): the first is coming, one that is long enough after it is leaving.
 * It does not depend on what was scanned later, so a scan that is sent again has the same answer. Pure.
 */
export function scanOutcome(time: string, others: readonly string[], rules: DayRules): ScanOutcome {
  const earlier = others.filter((other) => other < time);
  if (earlier.length === 0) {
    const { am, pm, late } = computeDayState([time], {}, rules);
    if (am !== 'P' && pm !== 'P') return 'too late';
    return late ? 'late' : 'present';
  }
  const { timeOut } = computeDayState([...earlier, time], {}, rules);
  return timeOut === time ? 'leaving' : 'again';
}

/** A station's clock may be off by so much, in milliseconds, before it is told and its times are put right. */
const clockTolerance = 60_000;

/** Milliseconds to add to what a station's clock says; 0 where it is right to a minute. */
export function clockOffset(serverNow: number, stationNow: number): number {
  const offset = serverNow - stationNow;
  return Math.abs(offset) > clockTolerance ? offset : 0;
}

/** Before that, a scan is too old whatever the station says. */
const oldestDays = 31;

/** A scan may be so many milliseconds older than the moment when the station had nothing waiting: one was made while the others were sent. */
const lateTolerance = 5 * 60_000;

/**
 * Why a scan cannot have been at this time, put right by the clock's offset, in milliseconds; null where it can. A station that was in touch and
 * said that nothing waits has no older scans: who has its key alone can put nobody into a morning that is over.
 * @param inTouchAt when the station was last in touch with nothing waiting; undefined of one that never was
 */
export function scanTimeProblem(
  time: number,
  { now, inTouchAt }: { now: number; inTouchAt: number | undefined },
): string | null {
  const isBetween = time <= now + clockTolerance && time >= now - oldestDays * 86_400_000;
  if (!isBetween) return attendanceWordings.invalidTime;
  if (inTouchAt !== undefined && time < inTouchAt - lateTolerance) return attendanceWordings.sentTooLate;
  return null;
}

/**
 * What a station is told of a student before a card was scanned: enough to know the card again without a network, and no id or name to be
 * read (rule 55: leading zeros make no difference). Short ids are found by trying all of them; it keeps names off the device, and no secret.
 */
export async function hashStudentId(stationId: string, studentId: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${stationId}:${withoutZeros(studentId)}`);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).slice(0, 8);
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
