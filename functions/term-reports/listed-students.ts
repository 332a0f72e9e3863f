import type { RosterStudent } from '../students/records/rosters/class-roster.ts';
import { readStudents } from '../students/records/store.ts';
import { type ListSource, listStudentsAddedByRegister } from '../students/records/term-lists.ts';

interface InClass {
  studentId: string;
  classId: string;
}

/** What is read of a student who is not in the class's roster: what sheets and lists of reports show. */
const listed = ['studentId', 'firstName', 'lastName', 'picture'] as const satisfies readonly (keyof RosterStudent)[];

type NamedStudent = Pick<RosterStudent, (typeof listed)[number]>;

/**
 * The students of a class in a term, in any order: those with a report or a mark in it, and those whom the register adds. One request for each
 * hundred who have left the class since, and one for those without a report.
 * @param present the students who are in the class today, whose names need no request; in a past term they are listed by a report or a mark alone
 */
export async function readListedStudents(
  present: readonly RosterStudent[],
  { year, term, source, reports, records }: ListedBy,
): Promise<NamedStudent[]> {
  const onRecord = new Set([...reports, ...records].map(({ studentId }) => studentId));
  const here = new Set(present.map(({ studentId }) => studentId));
  const registered = new Set(reports.map(({ classId }) => classId));
  const [others, added] = await Promise.all([
    readStudents(
      [...onRecord].filter((id) => !here.has(id)),
      listed,
    ),
    listStudentsAddedByRegister(present, { year, term, source, onRecord, registered }),
  ]);
  return [...present.filter(({ studentId }) => onRecord.has(studentId)), ...added, ...others];
}

interface ListedBy {
  year: number;
  term: 1 | 2 | 3;
  source: ListSource;
  reports: readonly InClass[];
  records: readonly InClass[];
}
