import { authMessages } from '#shared/accounts/wordings.ts';
import { standsAlone } from '#shared/people/form-level.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { isStudentOf } from '../../people/records/class-list.ts';
import { lessonsOf } from '../../people/records/store.ts';
import { ForbiddenError, ValidationError } from '../../platform/errors.ts';
import { type Caller, isAdmin } from '../../platform/requests/caller.ts';
import { formLevelOf } from '../../school/records/school.ts';
import { listSource, listSourceKeys, studentsOfSheet } from '../../students/records/term-lists.ts';
import { linesOfPage, pageKey, readPage } from '../records/course-work.ts';
import { notTaught } from './check-page.ts';
import { pageAssessments } from './page-mapper.ts';

/** A page by its teacher and subject, and its class or, from level 4 on, its level. */
export interface PageSelection {
  employeeId: string;
  subjectId: string;
  year: number;
  term: 1 | 2 | 3;
  classId?: string | null | undefined;
  formLevel?: number | undefined;
}

/** What says where a page's list comes from: keys to be read with the session. */
export const pageListKeys = (page: { academic_year_id: string }) => listSourceKeys(startYearOf(page.academic_year_id));

/** A page with everything that is on it. */
export type OpenPage = Awaited<ReturnType<typeof openPage>>;

/**
 * Reads a page that the caller may open: teachers their own, admins anyone's (product §6). Its classes are those that the teacher
 * has lessons in. Three queries: lessons, list, page; more where the term is over.
 */
export async function openPage(
  selection: PageSelection,
  { caller, found }: { caller: Caller; found: Parameters<typeof listSource>[1] },
) {
  const { employeeId, subjectId, year, term, classId } = selection;
  if (!isAdmin(caller) && employeeId !== caller.accountId) throw new ForbiddenError(authMessages.forbidden);
  const formLevel = levelOf(selection);
  const lessons = (await lessonsOf(employeeId, year)).filter(
    (lesson) =>
      lesson.subjectId === subjectId &&
      lesson.formLevel === formLevel &&
      (!standsAlone(formLevel) || lesson.classId === classId),
  );
  if (lessons.length === 0) throw isAdmin(caller) ? notTaught() : new ForbiddenError(authMessages.forbidden);
  const classIds = lessons.map((lesson) => lesson.classId);
  const key = pageKey({ year, term, subjectId, formLevel, classId: classIds[0] ?? '', employeeId });
  const read = readPage(key);
  const [roster, { assessments, lines }] = await Promise.all([
    studentsOfSheet(
      { year, term, subjectId, formLevel, classIds },
      { source: listSource({ year, term }, found), entries: linesOfPage(read) },
    ),
    read,
  ]);
  const marksOf = new Map(lines.map((line) => [line.studentId, line.marks]));
  return {
    ...selection,
    key,
    formLevel,
    classIds,
    assessments: pageAssessments(assessments),
    /** As they are stored, deleted ones too. */
    stored: assessments,
    students: roster
      .filter((student) => isStudentOf(student, employeeId))
      .map((student) => ({ ...student, marks: marksOf.get(student.studentId) ?? {} })),
  };
}

function levelOf({ classId, formLevel }: PageSelection): number {
  const level = classId ? formLevelOf(classId) : formLevel;
  if (level === undefined) throw new ValidationError({ classId: ['Name a class of the school, or a form level.'] });
  if (formLevel !== undefined && formLevel !== level) {
    throw new ValidationError({ classId: [`${classId} is not a class of this form level.`] });
  }
  if (!classId && standsAlone(level)) throw new ValidationError({ classId: ['Name a class.'] });
  return level;
}
