import { type Scheme, schemeFor } from '#shared/marks/scheme.ts';
import {
  canPickAnyone,
  isTaughtByTeacher,
  parseClassIds,
  requireClassesOfOneLevel,
  requireOwnLessons,
} from '../../people/records/class-list.ts';
import { employeeKey, lessonKey } from '../../people/records/store.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { school } from '../../school/records/school.ts';
import type { ListedStudent } from '../../students/records/term-lists.ts';
import { decideListSource, listSourceKeys, listStudentsOfSheet } from '../../students/records/term-lists.ts';
import { listSubjectRecordsOfSheet, type SubjectRecordItem } from '../records/subject-record.ts';

/** The fields by which every call names a sheet. */
interface SheetRequest {
  employee_id?: string | undefined;
  subject_id: string;
  class_id?: string | undefined;
  form_classes?: string | undefined;
  form_level: number;
  year: number;
  term: 1 | 2 | 3;
}

/** Keys of the records that decide whether the caller may open the sheet, and where its list comes from. */
export const keysToOpenSheet = (sheet: SheetRequest, accountId: string) => ({
  lessons: parseClassIds(sheet)
    .slice(0, 30)
    .map((classId) => lessonKey({ employeeId: accountId, year: sheet.year, subjectId: sheet.subject_id, classId })),
  own: employeeKey(accountId),
  ...listSourceKeys(sheet.year),
});

export interface OpenedSheet {
  students: ListedStudent[];
  recordOf: ReadonlyMap<string, SubjectRecordItem>;
  scheme: Scheme;
}

/**
 * Students and records of a sheet that the caller may open; teachers only their own lessons. Two queries; more after
 * the end of the term.
 */
export async function readMarkSheet({
  sheet,
  caller,
  found,
}: {
  sheet: SheetRequest;
  caller: Caller;
  found: { lessons: readonly { classId: string }[]; own: Parameters<typeof canPickAnyone>[1] } & Parameters<
    typeof decideListSource
  >[1];
}): Promise<OpenedSheet> {
  const { subject_id: subjectId, employee_id: employeeId, form_level: formLevel, year, term } = sheet;
  const classIds = parseClassIds(sheet);
  requireClassesOfOneLevel(classIds, formLevel);
  if (!canPickAnyone(caller, found.own)) {
    requireOwnLessons({ caller, employeeId: employeeId ?? '', classIds, lessons: found.lessons });
  }
  const ofSheet = { year, term, subjectId, formLevel, classIds };
  const entries = listSubjectRecordsOfSheet(ofSheet);
  const [roster, records] = await Promise.all([
    listStudentsOfSheet(ofSheet, { source: decideListSource(ofSheet, found), entries }),
    entries,
  ]);
  return {
    students: roster.filter((student) => employeeId === undefined || isTaughtByTeacher(student, employeeId)),
    recordOf: new Map(records.map((record) => [record.studentId, record])),
    scheme: schemeFor(school().markingScheme, formLevel, term),
  };
}
