import type { RosterStudent } from '../students/records/rosters/class-roster.ts';
import { readStudents } from '../students/records/store.ts';
import { listedFacts, withDayOfLeaving } from '../students/records/term-leavers.ts';
import { type ListSource, listStudentsAddedByRegister } from '../students/records/term-lists.ts';

interface InClass {
  studentId: string;
  classId: string;
}

/** What sheets and lists of reports show. */
interface NamedStudent extends Pick<RosterStudent, 'studentId' | 'firstName' | 'lastName' | 'picture'> {
  /** yyyy-MM-dd: the last day of a student who left the school in the term (rule 52). */
  left?: string;
}

/**
 * The students of a class in a term, in any order: those with a report or a mark in it, and those whom the register
 * adds. One request for each hundred who have left the class since, and one for those without a report.
 * @param present the students who are in the class today, whose names need no request; in a past term they are listed
 * by a report or a mark alone
 */
export async function readListedStudents(
  present: readonly RosterStudent[],
  { year, term, source, dateEnd, reports, records }: ListedBy,
): Promise<NamedStudent[]> {
  const onRecord = new Set([...reports, ...records].map(({ studentId }) => studentId));
  const here = new Set(present.map(({ studentId }) => studentId));
  const registered = new Set(reports.map(({ classId }) => classId));
  const [others, added] = await Promise.all([
    readStudents(
      [...onRecord].filter((id) => !here.has(id)),
      listedFacts,
    ),
    listStudentsAddedByRegister(present, { year, term, source, onRecord, registered }),
  ]);
  return [
    ...present.filter(({ studentId }) => onRecord.has(studentId)),
    ...added,
    ...others.map((one) => withDayOfLeaving(one, dateEnd)),
  ];
}

interface ListedBy {
  year: number;
  term: 1 | 2 | 3;
  source: ListSource;
  /** The last day of the term, yyyy-MM-dd; null where the office has not set it. */
  dateEnd: string | null;
  reports: readonly InClass[];
  records: readonly InClass[];
}
