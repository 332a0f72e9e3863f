import type { Session } from '#shared/attendance/limits.ts';
import { itemKey, readMany } from '../../platform/table/table.ts';
import type { StudentItem } from '../../students/records/store.ts';
import { halfOf } from '../records/attendance-record.ts';
import { ClassDay, isTaken } from '../records/class-day.ts';

/** What says from when to when somebody was at the school. */
export const ofStay = ['entryDate', 'status', 'date_of_leaving'] as const satisfies readonly (keyof StudentItem)[];
export type Stay = Pick<StudentItem, (typeof ofStay)[number]>;

/**
 * The days whose sessions count for a student, of the school days up to today (rule 52): from the day of entry to the day of leaving, both
 * included. Who is at the school has not left: a Date of Leaving of theirs is of an earlier stay. Every report, the student's page and
 * the update of term reports ask here. Pure.
 */
export const daysThatCount = <D extends { date: string }>(days: readonly D[], stay: Stay): D[] =>
  days.filter(({ date }) => wasAtSchool(stay, date));

/** Whether a day is within a student's stay. Pure. */
export function wasAtSchool({ entryDate = '', status, date_of_leaving: left }: Stay, date: string): boolean {
  return entryDate <= date && (status !== 'archived' || left === undefined || date <= left);
}

/** Whether anybody said of a class who was there in a session. */
export type WasTaken = (classId: string, date: string, session: Session) => boolean;

/** Of these days of classes. One request for each hundred. */
export async function readTaken(asked: readonly { classId: string; date: string }[]): Promise<WasTaken> {
  const distinct = new Map(asked.map(({ classId, date }) => [`${date} ${classId}`, { classId, date }]));
  const counted = await readMany(
    [...distinct.values()].map((day) => itemKey(ClassDay, { ...day, half: halfOf(day.date) })),
  );
  const byDay = new Map(counted.map((day) => [`${day.date} ${day.classId}`, day]));
  return (classId, date, session) => isTaken(byDay.get(`${date} ${classId}`), session);
}
