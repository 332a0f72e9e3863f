import { authRefusals } from '#shared/accounts/wordings.ts';
import { defaultAssessmentCount } from '#shared/marks/field-names.ts';
import type { Assessment, MarkBookStudent } from '#shared/marks/mark-book/contract.ts';
import { percentageTotal } from '#shared/marks/marks.ts';
import type { Scheme } from '#shared/marks/scheme.ts';
import { markBookRefusals } from '#shared/marks/wordings.ts';
import { isTaughtByClass } from '#shared/people/form-level.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { classWordings } from '#shared/school/wordings.ts';
import { isTaughtByTeacher, requireClassesOfOneLevel, requireOwnLessons } from '../../people/records/class-list.ts';
import { lessonKey, readLessonsOfTeacher } from '../../people/records/store.ts';
import { ForbiddenError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { type Caller, isAdmin } from '../../platform/requests/caller.ts';
import { formLevelOfClass } from '../../school/records/school.ts';
import {
  decideListSource,
  type ListedStudent,
  type ListSource,
  listSourceKeys,
  listStudentsOfSheet,
} from '../../students/records/term-lists.ts';
import {
  type AssessmentItem,
  computeCourseWorkSums,
  markBookPageKey,
  readMarkBookPage,
  splitMarksByPage,
  type WorkMark,
} from '../records/course-work.ts';
import { toCourseWorkAnswer } from '../records/subject-record.ts';

export function toAssessment(number: number, item: Partial<AssessmentItem> | undefined): Assessment {
  return {
    id: String(number),
    assesment_number: number,
    topic: item?.topic ?? null,
    date: item?.date ?? null,
    total: item?.total ?? null,
    weighting: item?.weighting ?? null,
  };
}

/** A page's assessments: the first five always, the others as stored and not deleted. */
export function toPageAssessments(items: readonly AssessmentItem[]): Assessment[] {
  const present = items.filter(({ deletedAt }) => deletedAt === undefined);
  const stored = new Map(present.map((item) => [item.number, item]));
  const defaults = Array.from({ length: defaultAssessmentCount }, (_, index) => index + 1);
  return [...new Set([...defaults, ...stored.keys()])]
    .sort((a, b) => a - b)
    .map((number) => toAssessment(number, stored.get(number)));
}

export function toPageStudent(
  student: Pick<ListedStudent, 'studentId' | 'firstName' | 'lastName' | 'classId' | 'left'>,
  marks: Record<string, WorkMark>,
  scheme: Scheme,
): MarkBookStudent {
  const { own, earlier } = splitMarksByPage(marks);
  return {
    id: student.studentId,
    first_name: student.firstName,
    last_name: student.lastName,
    class_id: student.classId,
    marks: Object.fromEntries(
      Object.entries(own).flatMap(([number, { mark }]) => (mark === null ? [] : [[number, mark]])),
    ),
    notes: Object.fromEntries(Object.entries(own).flatMap(([number, { note }]) => (note ? [[number, note.text]] : []))),
    earlier: toCourseWorkAnswer(computeCourseWorkSums(earlier)),
    percentage: percentageTotal(computeCourseWorkSums(marks), scheme),
    ...(student.left === undefined ? {} : { left: student.left }),
  };
}

/** The fields by which every call names a page. */
interface PageRequest {
  employee_id: string;
  subject_id: string;
  academic_year_id: string;
  form_level: number;
  term: 1 | 2 | 3;
}

/** Keys of the named teacher's lessons in these classes. */
export const pageLessonKeys = (page: Omit<PageRequest, 'form_level'>, classIds: readonly string[]) =>
  classIds.slice(0, 30).map((classId) =>
    lessonKey({
      employeeId: page.employee_id,
      year: startYearOf(page.academic_year_id),
      subjectId: page.subject_id,
      classId,
    }),
  );

/** The classes that a call names, each once. */
export function requestedClassIds(input: {
  form_class_id?: string | null | undefined;
  form_classes?: string[] | undefined;
}): string[] {
  return [...new Set(input.form_classes ?? (input.form_class_id ? [input.form_class_id] : []))];
}

/** The page's key, if the caller may open it: teachers their own pages, admins those of any teacher's lessons. */
export function authorizePage({
  page,
  classIds,
  lessons,
  caller,
}: {
  page: PageRequest;
  classIds: readonly string[];
  /** Those of `pageLessonKeys` that exist. */
  lessons: readonly { classId: string }[];
  caller: Caller;
}): string {
  const { employee_id: employeeId, form_level: formLevel } = page;
  requireClassesOfOneLevel(classIds, formLevel);
  if (isTaughtByClass(formLevel) && classIds.length > 1) {
    throw new ValidationError({ form_classes: [markBookRefusals.oneClassAPage] });
  }
  requireOwnLessons({ caller, employeeId, classIds, lessons });
  if (lessons.length < classIds.length) throw lessonNotFoundError();
  return markBookPageKey({
    year: startYearOf(page.academic_year_id),
    term: page.term,
    subjectId: page.subject_id,
    formLevel,
    classId: classIds[0] ?? '',
    employeeId,
  });
}

/** For the office only: a teacher gets 403 for every page of somebody else. */
export const lessonNotFoundError = () => new NotFoundError(markBookRefusals.notTaught);

/** A page by its teacher and subject, and its class or, from level 4 on, its level. */
export interface PageSelection {
  employeeId: string;
  subjectId: string;
  year: number;
  term: 1 | 2 | 3;
  classId?: string | null | undefined;
  formLevel?: number | undefined;
}

/** Keys of the records that decide where a page's list of students comes from; read with the session. */
export const keysToDecideListSource = (page: { academic_year_id: string }) =>
  listSourceKeys(startYearOf(page.academic_year_id));

/** A page with its assessments and its students' marks. */
export type OpenPage = Awaited<ReturnType<typeof openPage>>;

/**
 * Reads a page that the caller may open: teachers their own, admins any (product §6). Its classes are those of the
 * teacher's lessons. Three queries: lessons, list, page; more after the end of the term.
 */
export async function openPage(
  selection: PageSelection,
  { caller, found }: { caller: Caller; found: Parameters<typeof decideListSource>[1] },
) {
  const { employeeId, subjectId, year, term, classId } = selection;
  if (!isAdmin(caller) && employeeId !== caller.accountId) throw new ForbiddenError(authRefusals.forbidden);
  const formLevel = levelOf(selection);
  const lessons = (await readLessonsOfTeacher(employeeId, year)).filter(
    (lesson) =>
      lesson.subjectId === subjectId &&
      lesson.formLevel === formLevel &&
      (!isTaughtByClass(formLevel) || lesson.classId === classId),
  );
  if (lessons.length === 0) throw isAdmin(caller) ? lessonNotFoundError() : new ForbiddenError(authRefusals.forbidden);
  const classIds = lessons.map((lesson) => lesson.classId);
  const key = markBookPageKey({ year, term, subjectId, formLevel, classId: classIds[0] ?? '', employeeId });
  const content = await readPageContent(
    { ...selection, key, formLevel, classIds },
    decideListSource({ year, term }, found),
  );
  return { ...selection, key, formLevel, classIds, ...content };
}

/** A page's assessments, and its teacher's students with their marks. Two queries; more after the end of the term. */
export async function readPageContent(
  { key, employeeId, ...sheet }: Parameters<typeof listStudentsOfSheet>[0] & { key: string; employeeId: string },
  source: ListSource,
) {
  const read = readMarkBookPage(key);
  const [roster, { assessments, lines }] = await Promise.all([
    listStudentsOfSheet(sheet, { source, entries: read.then(({ lines }) => lines) }),
    read,
  ]);
  const marksOf = new Map(lines.map((line) => [line.studentId, line.marks]));
  return {
    assessments: toPageAssessments(assessments),
    /** As stored, with the deleted ones. */
    stored: assessments,
    students: roster
      .filter((student) => isTaughtByTeacher(student, employeeId))
      .map((student) => ({ ...student, marks: marksOf.get(student.studentId) ?? {} })),
  };
}

function levelOf({ classId, formLevel }: PageSelection): number {
  const level = classId ? formLevelOfClass(classId) : formLevel;
  if (level === undefined) throw new ValidationError({ classId: [markBookRefusals.nameClassOrLevel] });
  if (formLevel !== undefined && formLevel !== level) {
    throw new ValidationError({ classId: [classWordings.ofOtherLevel(classId ?? '')] });
  }
  if (!classId && isTaughtByClass(level)) throw new ValidationError({ classId: [classWordings.name] });
  return level;
}
