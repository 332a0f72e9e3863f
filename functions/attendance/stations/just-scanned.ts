import { schoolMoment } from '#shared/school/school-time.ts';
import { school } from '../../school/records/school.ts';

/** So many milliseconds after a scan its station is told name and picture. */
const justScanned = 2 * 60_000;
/** A scan's time may be so far ahead: clocks are right to a minute. */
const ahead = 60_000;

/** True for a day and time at the school that are of the last two minutes. */
export function isJustScanned({ date, time }: { date: string; time: string }, now: Date): boolean {
  const at = (milliseconds: number) => schoolMoment(new Date(now.getTime() + milliseconds), school().timeZone);
  return date === at(0).date && time >= at(-justScanned).time && time <= at(ahead).time;
}
