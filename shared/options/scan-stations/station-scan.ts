import { computeDayState, type DayDecisions, type DayRules } from '../../attendance/day-state.ts';
import { withoutLeadingZeros } from '../../students/id-finder.ts';
import { scanStationWordings } from './wordings.ts';

/** Outcomes of refused scans. They stay at the station and are listed for the office (rule 49). */
export const refusedOutcomes = [
  'unknown',
  'archived',
  'no school',
  /** The time is impossible, or the day's attendance is closed. */
  'refused',
] as const;
export type RefusedOutcome = (typeof refusedOutcomes)[number];

/** Outcomes of scans: those before the refused ones are stored. */
export const scanOutcomes = [
  /** Arrived on time. */
  'present',
  'late',
  'leaving',
  /** A second scan of the same arrival. */
  'again',
  /** Arrived when the morning was over: absent in it, present in the afternoon. */
  'afternoon only',
  /** The same, and late for the afternoon. */
  'afternoon late',
  /** A person has entered the student as absent in the session of this arrival, which outranks the scan (rule 37). */
  'entered absent',
  /** Arrived when both sessions were over: stored, and counted as absent. */
  'too late',
  ...refusedOutcomes,
  /** Refused, and dismissed by the office. */
  'dismissed',
] as const;
export type ScanOutcome = (typeof scanOutcomes)[number];

export const isRefused = (outcome: ScanOutcome): outcome is RefusedOutcome =>
  (refusedOutcomes as readonly string[]).includes(outcome);

/** Why a scan was refused, as a sentence. */
export function scanRefusalText({ outcome, reason }: { outcome: RefusedOutcome; reason: string | null }): string {
  if (outcome === 'unknown') return 'Nobody has this id';
  if (outcome === 'archived') return 'No longer a student here';
  if (outcome === 'no school') return reason === null ? 'No school that day' : `No school that day: ${reason}`;
  return reason ?? 'Not accepted';
}

/**
 * The outcome of a scan among the student's scans of the day (HH:mm:ss), by what the register says of it: the first is
 * the arrival, one that is long enough after it means leaving. Later scans do not change it, so a scan that is sent
 * again has the same outcome. Pure.
 * @param decided what a person has entered; a station does not know it, and shows the server's answer in place of its
 * own
 */
export function decideScanOutcome(
  time: string,
  { others, decided }: { others: readonly string[]; decided: DayDecisions },
  rules: DayRules,
): ScanOutcome {
  const earlier = others.filter((other) => other < time);
  if (earlier.length > 0) {
    const { timeOut } = computeDayState([...earlier, time], decided, rules);
    return timeOut === time ? 'leaving' : 'again';
  }
  const [scanned, state] = [computeDayState([time], {}, rules), computeDayState([time], decided, rules)];
  const arrivedIn = scanned.am === 'P' ? 'am' : 'pm';
  if (scanned[arrivedIn] === 'P' && state[arrivedIn] !== 'P') return 'entered absent';
  if (state.am !== 'P' && state.pm !== 'P') return 'too late';
  if (state.am === 'A') return state.late ? 'afternoon late' : 'afternoon only';
  return state.late ? 'late' : 'present';
}

/** Milliseconds that a station's clock may be off before its times are corrected. */
const clockTolerance = 60_000;

/** Milliseconds to add to a station's clock; 0 where it is right to a minute. */
export function stationClockOffset(serverNow: number, stationNow: number): number {
  const offset = serverNow - stationNow;
  return Math.abs(offset) > clockTolerance ? offset : 0;
}

/** Scans are refused after so many days. */
const oldestDays = 31;

/**
 * Milliseconds that a scan may be older than the time when the station had none waiting: it may have been made while
 * others were sent.
 */
const lateTolerance = 5 * 60_000;

/**
 * Why the corrected time of a scan (milliseconds) is impossible, or null. A station that had nothing waiting has no
 * older scans, so a stolen key cannot add students to a past morning.
 * @param inTouchAt when the station last had nothing waiting, if ever
 */
export function scanTimeProblem(
  time: number,
  { now, inTouchAt }: { now: number; inTouchAt: number | undefined },
): string | null {
  const isBetween = time <= now + clockTolerance && time >= now - oldestDays * 86_400_000;
  if (!isBetween) return scanStationWordings.invalidTime;
  if (inTouchAt !== undefined && time < inTouchAt - lateTolerance) return scanStationWordings.sentTooLate;
  return null;
}

/**
 * Hash of a student id, by which a station recognizes cards offline without storing ids or names (rule 55: without
 * leading zeros). It keeps names off the device, but is no secret: short ids can be found by trying all of them.
 */
export async function hashStudentId(stationId: string, studentId: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${stationId}:${withoutLeadingZeros(studentId)}`);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).slice(0, 8);
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
