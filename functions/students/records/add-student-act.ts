import { withoutLeadingZeros } from '#shared/students/id-finder.ts';
import type { Action } from '../../platform/table/action.ts';
import type { Act } from '../../platform/table/acts/carry-out-act.ts';
import { AuditRowEntity, type Authorship, auditRow } from '../../platform/table/audit.ts';
import { StudentEntity, type StudentItem, studentAuditSubject } from './store.ts';

type NewStudent = Omit<StudentItem, 'roster'>;

/** Left out of the trail: the subject of the row has the id, and the others follow from the class. */
const unauditedFields = new Set(['studentId', 'status', 'formLevel']);

/**
 * The act that adds a student. It is refused where a student has the id, and done where the same attempt added one
 * before.
 */
export function addStudentAct(
  student: NewStudent,
  { more = [], by }: { more?: readonly Action[]; by: Authorship },
): Act {
  const changes = Object.entries(student)
    .filter(([field, value]) => !unauditedFields.has(field) && value !== undefined)
    .map(([field, after]) => ({ field, before: null, after }));
  const row = auditRow({ subject: studentAuditSubject(student.studentId), changes, by });
  return { changes: [StudentEntity.create(student), ...more], stamp: AuditRowEntity.create(row) };
}

/** The id of the next new student where the office names none. */
export const nextStudentId = (taken: Iterable<string>): string => computeNextStudentIds(taken, 1)[0] as string;

/**
 * The ids of the next new students: they continue the school's series of ids (`lastOfSeries`), with as many digits as
 * the longest in it. None is taken, nor differs from a taken id in zeros alone (rule 55).
 */
export function computeNextStudentIds(taken: Iterable<string>, count: number): string[] {
  const numbered = [...taken].filter(isNumbered);
  const numbers = new Set(numbered.map(Number));
  const highest = lastOfSeries(numbers);
  const inSeries = numbered.filter((id) => id.length <= 6 && Number(id) <= highest);
  const length = Math.max(5, ...inSeries.map((id) => id.length));
  const ids: string[] = [];
  for (let next = highest + 1; ids.length < count; next += 1) {
    if (!numbers.has(next)) ids.push(String(next).padStart(length, '0'));
  }
  return ids;
}

/** An id of at most six digits without its leading zeros; longer numbers are those of certificates. */
const isNumbered = (id: string): boolean => /^\d{1,6}$/.test(withoutLeadingZeros(id));

/** Numbers further apart than this are not of one series. */
const widestGap = 1000;
/**
 * So many ids far above the others are a new series; fewer are mistyped ones, or were given for a reason of their own.
 */
const leastOfSeries = 5;

/**
 * The highest number of the school's series of ids: a few that are far above all others do not move it. 0 without any.
 */
function lastOfSeries(numbers: ReadonlySet<number>): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  let [last, ofIsland] = [sorted.length - 1, 1];
  for (let index = sorted.length - 1; index > 0; index -= 1, ofIsland += 1) {
    const gap = (sorted[index] ?? 0) - (sorted[index - 1] ?? 0);
    if (gap <= widestGap) continue;
    // The ids below are more than these few.
    if (ofIsland >= leastOfSeries || index <= ofIsland) break;
    [last, ofIsland] = [index - 1, 0];
  }
  return sorted[last] ?? 0;
}

/**
 * The last id of the school's series, where a new id is far from every other: it may be mistyped. Null where it is near
 * one, is not a number, or the school has too few to tell.
 */
export function findFarSeries(id: string, taken: readonly string[]): string | null {
  const numbered = taken.filter(isNumbered);
  if (!isNumbered(id) || numbered.length < leastOfSeries) return null;
  if (numbered.some((one) => Math.abs(Number(one) - Number(id)) <= widestGap)) return null;
  const last = lastOfSeries(new Set(numbered.map(Number)));
  return numbered.find((one) => Number(one) === last) ?? null;
}
