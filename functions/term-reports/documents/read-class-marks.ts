import { termReportWordings } from '#shared/term-reports/wordings.ts';
import type { ClassEntries } from '../../marks/records/packed-entries.ts';
import { readPeopleOfEndedTerm, subjectsOfTerm } from '../../people/records/term-people.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { requireFormLevel, school } from '../../school/records/school.ts';
import { readErasedStudents } from '../../students/records/erased-student.ts';
import { listStudentsOfClass } from '../../students/records/rosters/read-rosters.ts';
import { withDayOfLeaving } from '../../students/records/term-leavers.ts';
import type { ListSource } from '../../students/records/term-lists.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import { readListedStudents } from '../listed-students.ts';
import {
  buildClassMarks,
  buildClassRanks,
  type ClassMarks,
  type ClassRanks,
  type ClassRecords,
} from './class-marks.ts';

export interface SheetOfClass {
  classId: string;
  year: number;
  term: 1 | 2 | 3;
  source: ListSource;
  /** The last day of the term, yyyy-MM-dd; null where the office has not set it. */
  dateEnd: string | null;
  /** Reads what is entered. */
  entries: () => Promise<ClassEntries>;
}

/**
 * Reads a class's marks of a term: what {@link readClassRanks} reads, and two requests for what subjects are called in
 * the term (rule 74).
 */
export async function readClassMarks(of: SheetOfClass): Promise<ClassMarks> {
  const [records, today, people] = await Promise.all([
    readClassRecords(of),
    readSubjectNamesById(),
    readPeopleOfEndedTerm(of),
  ]);
  return buildClassMarks({ ...records, subjects: people ? subjectsOfTerm(people, today) : today });
}

/**
 * Reads a class's ranks of a term: of every student with a report or a mark in it, and those whom the register adds.
 * Besides the entries a request for the class in the register, and one for each hundred students who have left the
 * class since, or have no report yet.
 */
export const readClassRanks = async (of: SheetOfClass): Promise<ClassRanks> =>
  buildClassRanks(await readClassRecords(of));

async function readClassRecords({
  classId,
  year,
  term,
  source,
  dateEnd,
  entries,
}: SheetOfClass): Promise<ClassRecords> {
  const formLevel = requireFormLevel(classId);
  const [present, { reports, records }] = await Promise.all([listStudentsOfClass(classId), entries()]);
  const known = await readListedStudents(present, { year, term, source, dateEnd, reports, records });
  const knownIds = new Set(known.map(({ studentId }) => studentId));
  const onRecord = new Set([...reports, ...records].map(({ studentId }) => studentId));
  const erased = await readErasedStudents([...onRecord].filter((id) => !knownIds.has(id)));
  const students = [...known, ...erased.map((one) => withDayOfLeaving(one, dateEnd))];
  if (students.length === 0) throw new NotFoundError(termReportWordings.noneRegisteredInClass);
  return { school: school(), classId, formLevel, year, term, students, reports, records };
}
