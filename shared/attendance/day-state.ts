import type { AttendanceSession, ScanLimits, SessionMark } from './limits.ts';

/** A student's attendance on a day. Times are HH:mm:ss at the school. */
export interface DayState {
  am: SessionMark | null;
  pm: SessionMark | null;
  late: boolean;
  timeIn: string | null;
  timeOut: string | null;
}
export type DayField = keyof DayState;
export const dayFields = ['am', 'pm', 'late', 'timeIn', 'timeOut'] as const satisfies readonly DayField[];

/** A person's decisions on a day, which outrank scans (rule 37). */
export type DayDecisions = { readonly [F in DayField]?: DayState[F] | undefined };

/** A day's sessions that are held, and its limits. */
export interface DayRules {
  sessions: readonly AttendanceSession[];
  limits: ScanLimits;
  /** Version of the day's own setting; absent where the school file alone decides. */
  setting?: number;
}

/**
 * Computes the state of a day from its scans and a person's decisions. The order of the scans does not matter, so a
 * station that was offline for an hour gets the same result. Pure.
 */
export function computeDayState(times: readonly string[], decided: DayDecisions, rules: DayRules): DayState {
  const scanned = ofScans([...times].sort(), rules);
  const am = held(rules, 'am', decided.am === undefined ? scanned.am : decided.am);
  const pm = held(rules, 'pm', decided.pm === undefined ? scanned.pm : decided.pm);
  const isThere = am === 'P' || pm === 'P';
  return {
    am,
    pm,
    // An absent student is not late.
    late: isThere && (decided.late === undefined ? scanned.late : decided.late),
    timeIn: decided.timeIn === undefined ? scanned.timeIn : decided.timeIn,
    timeOut: decided.timeOut === undefined ? scanned.timeOut : decided.timeOut,
  };
}

const held = ({ sessions }: DayRules, session: AttendanceSession, mark: SessionMark | null): SessionMark | null =>
  sessions.includes(session) ? mark : null;

function ofScans(times: readonly string[], { sessions, limits }: DayRules): DayState {
  const timeIn = times[0];
  if (timeIn === undefined) return { am: null, pm: null, late: false, timeIn: null, timeOut: null };
  const last = times.at(-1) ?? timeIn;
  const timeOut = seconds(last) - seconds(timeIn) >= limits.leavesAfterMinutes * 60 ? last : null;
  const cameInMorning = isBy(timeIn, limits.amUntil);
  const wasInAfternoon =
    limits.afternoonBy === 'scan'
      ? times.some((time) => time >= limits.pmFrom && isBy(time, limits.pmUntil)) ||
        (isBy(timeIn, limits.pmUntil) && timeOut !== null && timeOut >= limits.pmFrom)
      : isBy(timeIn, limits.pmUntil) && (timeOut === null || timeOut >= limits.pmFrom);
  const isForMorning = cameInMorning && sessions.includes('am');
  return {
    am: cameInMorning ? 'P' : 'A',
    pm: wasInAfternoon ? 'P' : 'A',
    late: isForMorning ? !isBy(timeIn, limits.lateAfter) : wasInAfternoon && !isBy(timeIn, limits.pmLateAfter),
    timeIn,
    timeOut,
  };
}

/** True up to the end of the minute: 08:00:59 is not after 08:00. */
const isBy = (time: string, limit: string): boolean => time.slice(0, 5) <= limit;

const seconds = (time: string): number => time.split(':').reduce((total, part) => total * 60 + Number(part), 0);
