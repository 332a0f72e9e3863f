import { termReportWordings } from '#shared/term-reports/wordings.ts';
import type { ClassEntries } from '../../marks/records/class-entries.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { requireFormLevel, school } from '../../school/records/school.ts';
import { erasedStudentName } from '../../students/records/erased-student.ts';
import { listStudentsOfClass } from '../../students/records/rosters/read-rosters.ts';
import type { ListSource } from '../../students/records/term-lists.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import { readListedStudents } from '../listed-students.ts';
import { buildClassMarks, type ClassMarks } from './class-marks.ts';

/**
 * Reads a class's marks of a term: of every student with a report or a mark in it, and those whom the register adds. Besides the entries a request
 * for the class in the register and one for the titles of subjects, and one for each hundred students who have left the class since, or have no report
 * yet.
 * @param hasTitles false where no subject is named: their order is that of their ids
 */
export async function readClassMarks({
  classId,
  year,
  term,
  source,
  entries,
  hasTitles,
}: {
  classId: string;
  year: number;
  term: 1 | 2 | 3;
  source: ListSource;
  /** Reads what is entered. */
  entries: () => Promise<ClassEntries>;
  hasTitles: boolean;
}): Promise<ClassMarks> {
  const formLevel = requireFormLevel(classId);
  const [present, subjects, { reports, records }] = await Promise.all([
    // In a past term only reports and marks say who was in the class.
    source === 'term alone' ? [] : listStudentsOfClass(classId),
    hasTitles ? readSubjectNamesById() : new Map<string, never>(),
    entries(),
  ]);
  const known = await readListedStudents(present, { year, term, source, reports, records });
  const knownIds = new Set(known.map(({ studentId }) => studentId));
  const onRecord = new Set([...reports, ...records].map(({ studentId }) => studentId));
  const erased = [...onRecord].filter((id) => !knownIds.has(id)).map(erasedStudentName);
  const students = [...known, ...erased];
  if (students.length === 0) throw new NotFoundError(termReportWordings.noneRegisteredInClass);
  return buildClassMarks({ school: school(), classId, formLevel, year, term, subjects, students, reports, records });
}
