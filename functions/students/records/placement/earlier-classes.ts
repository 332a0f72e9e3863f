import { addDays } from '#shared/school/school-time.ts';
import type { Action } from '../../../platform/table/action.ts';
import { entity } from '../../../platform/table/entity.ts';
import { formLevelOfClass } from '../../../school/records/school.ts';
import type { StudentItem } from '../store.ts';

/** A day, yyyy-MM-dd, with the academic year that it is in: of a day in no term, the current one. */
export interface DayOfYear {
  date: string;
  /** Start year of the academic year. */
  year: number | undefined;
}

type Placed = Pick<StudentItem, 'classId' | 'earlierClasses'>;

/**
 * The class of a student on a day (rule 52), whatever happened since. A change of class counts from its day on, a
 * promotion from the first day of the next academic year.
 */
function classOnDay({ classId, earlierClasses = [] }: Placed, { date, year }: DayOfYear): string {
  for (const earlier of earlierClasses) {
    const { classId: then, until } = parseEarlierClass(earlier);
    const isThen = until.length === 4 ? year !== undefined && year <= Number(until) : date <= until;
    if (isThen) return then;
  }
  return classId;
}

/** The student with the class of a day: that of its register, its scans and its records. */
export function placeOnDay<S extends Placed & Pick<StudentItem, 'formLevel'>>(student: S, day: DayOfYear): S {
  const classId = classOnDay(student, day);
  return classId === student.classId
    ? student
    : { ...student, classId, formLevel: formLevelOfClass(classId) ?? student.formLevel };
}

function parseEarlierClass(earlier: string): { classId: string; until: string } {
  const [classId = '', until = ''] = earlier.split(' ');
  return { classId, until };
}

/**
 * The earlier classes of a student who changes to the class today. Somebody who is back on the same day was never away.
 */
export function earlierClassesAfterMove({ classId, earlierClasses = [] }: Placed, to: string, today: string): string[] {
  const until = addDays(today, -1);
  const last = earlierClasses.at(-1);
  if (last !== undefined && parseEarlierClass(last).until === until)
    return parseEarlierClass(last).classId === to ? earlierClasses.slice(0, -1) : [...earlierClasses];
  return [...earlierClasses, `${classId} ${until}`];
}

/** The earlier classes of a student whom the promotion of the year moves. */
export const earlierClassesAfterPromotion = ({ classId, earlierClasses = [] }: Placed, year: number): string[] => [
  ...earlierClasses,
  `${classId} ${year}`,
];

/** The earlier classes of a student whose promotion is undone. */
export const earlierClassesBeforePromotion = ({ earlierClasses = [] }: Placed, year: number): string[] =>
  earlierClasses.filter((earlier) => parseEarlierClass(earlier).until !== String(year));

/**
 * A student who has left a class, by a change of class or by leaving the school, with the last day on which that could
 * be.
 */
interface ClassLeaverItem {
  classId: string;
  /** yyyy-MM-dd. */
  until: string;
  studentId: string;
}

const ClassLeaverEntity = entity<ClassLeaverItem>()({
  name: 'class-leaver',
  pk: 'class-leavers',
  sk: '${until}#${classId}#${studentId}',
});

/**
 * Part of every transaction that takes a student out of a class: the registers of earlier days find the student by it.
 */
export const classLeaverAction = (
  { studentId, classId }: Pick<StudentItem, 'studentId' | 'classId'>,
  today: string,
): Action => ClassLeaverEntity.put({ classId, until: today, studentId });

/** Who has left a class on a day or later, by class: they may have been in it on that day. One query. */
export async function listClassLeaversSince(date: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const leavers = Map.groupBy(await ClassLeaverEntity.query({}, { from: date }), ({ classId }) => classId);
  return new Map([...leavers].map(([classId, own]) => [classId, new Set(own.map(({ studentId }) => studentId))]));
}
