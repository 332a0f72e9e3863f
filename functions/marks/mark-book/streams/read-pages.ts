import type { Mark } from '#shared/marks/mark-words.ts';
import { percentageTotal } from '#shared/marks/marks.ts';
import { schemeFor } from '#shared/marks/scheme.ts';
import { markFileRefusals } from '#shared/marks/wordings.ts';
import { isTaughtByClass } from '#shared/people/form-level.ts';
import { listLessonsOfClass } from '../../../people/records/store.ts';
import { peopleOfClass, type TermPeopleItem } from '../../../people/records/term-people.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { school } from '../../../school/records/school.ts';
import type { ListSource } from '../../../students/records/term-lists.ts';
import { computeCourseWorkSums, type MarkBookPage, markBookPageKey } from '../../records/course-work.ts';
import { readPageContent } from '../mark-book-page.ts';

export interface PageFilter {
  year: number;
  term: 1 | 2 | 3;
  formLevel?: number | undefined;
  formClass?: string | undefined;
  subjectId?: string | undefined;
}

/** A page of the mark book, with those of its classes that were asked for. */
export interface PlannedPage extends MarkBookPage {
  key: string;
  classIds: string[];
  employeeIds: string[];
  /** Of a term that is over: only a lesson of today leads to it, and its pages may have been handed over since. */
  isOfToday: boolean;
}

/**
 * The pages that match the filter, by subject and class: in a term that is over those of its lessons, and beside them
 * those to which they may have been handed over. One query a class.
 * @param people of such a term (`readPeopleOfEndedTerm`)
 */
export async function planPages(
  { year, term, formLevel, formClass, subjectId }: PageFilter,
  people: TermPeopleItem | undefined,
): Promise<PlannedPage[]> {
  const classes = school().formClasses.filter(
    ({ id, form_level }) =>
      (formClass === undefined || id === formClass) && (formLevel === undefined || form_level === formLevel),
  );
  if (classes.length === 0) throw new ValidationError({ formClass: [markFileRefusals.noSuchClass] });
  const today = (await Promise.all(classes.map(({ id }) => listLessonsOfClass(id, year)))).flat();
  const lessons = people
    ? [
        ...classes.flatMap((one) => lessonsOfTerm(people, one)),
        ...today.filter(({ formLevel: level }) => !isTaughtByClass(level)).map((one) => ({ ...one, isOfToday: true })),
      ]
    : today;
  const pages = new Map<string, PlannedPage>();
  for (const lesson of lessons) {
    if (subjectId !== undefined && lesson.subjectId !== subjectId) continue;
    const { classId, employeeId, isOfToday = false }: (typeof lessons)[number] & { isOfToday?: boolean } = lesson;
    const of = { year, term, subjectId: lesson.subjectId, formLevel: lesson.formLevel, classId, employeeId };
    const key = markBookPageKey(of);
    const page = pages.get(key) ?? { ...of, key, classIds: [], employeeIds: [], isOfToday };
    if (isOfToday && !page.isOfToday) continue;
    if (!page.classIds.includes(classId)) page.classIds.push(classId);
    if (!page.employeeIds.includes(employeeId)) page.employeeIds.push(employeeId);
    pages.set(key, page);
  }
  const placeOf = (page: PlannedPage) => `${page.subjectId} ${page.formLevel} ${page.classId}`;
  return [...pages.values()].sort((a, b) => placeOf(a).localeCompare(placeOf(b)));
}

/** The lessons that a class had in a term that is over. */
const lessonsOfTerm = (people: TermPeopleItem, { id: classId, form_level: formLevel }: ClassOfSchool) =>
  [...peopleOfClass(people, classId).teachers].flatMap(([subjectId, teachers]) =>
    teachers.map(({ employeeId }) => ({ classId, formLevel, subjectId, employeeId })),
  );

interface ClassOfSchool {
  id: string;
  form_level: number;
}

export interface PageStudent {
  studentId: string;
  firstName: string;
  lastName: string;
  classId: string;
  /** yyyy-MM-dd: the last day of a student who left the school in the term. */
  left?: string | undefined;
  /** A mark an assessment of the page, in its order; null for none. */
  marks: (Mark | null)[];
  /** Percentage total of the term; null while nothing is entered. */
  percentage: Mark | null;
}

export type FilledPage = Awaited<ReturnType<typeof fillPage>>;

/**
 * Students, assessments and marks of a page. Two queries. Keeps only what the workbook shows: a level's lines with
 * their stamps would be a hundred megabytes.
 */
export async function fillPage(page: PlannedPage, source: ListSource) {
  const { assessments, stored, students } = await readPageContent(page, source);
  const scheme = schemeFor(school().markingScheme, page.formLevel, page.term);
  return {
    ...page,
    assessments,
    /** Nothing was entered on it, or it was handed over. */
    isBlank: stored.length === 0 && students.every(({ marks }) => Object.keys(marks).length === 0),
    students: students.map(
      ({ studentId, firstName, lastName, classId, left, marks }): PageStudent => ({
        studentId,
        firstName,
        lastName,
        classId,
        left,
        marks: assessments.map((one) => marks[String(one.assesment_number)]?.mark ?? null),
        percentage: percentageTotal(computeCourseWorkSums(marks), scheme),
      }),
    ),
  };
}

/**
 * The pages without those that were handed over: the page is the other teacher's now, and shows who taught in the term.
 * Nor has a term that is over blank pages of lessons that came later.
 */
export function withoutHandedOver(pages: readonly FilledPage[]): FilledPage[] {
  const isSame = (a: FilledPage) => (b: FilledPage) =>
    a.subjectId === b.subjectId && a.formLevel === b.formLevel && a.classIds.some((id) => b.classIds.includes(id));
  const filled = pages.filter(({ isOfToday, isBlank }) => isOfToday && !isBlank);
  const handedOver = pages.filter((page) => !page.isOfToday && page.isBlank && filled.some(isSame(page)));
  return pages.flatMap((page) => {
    if (!page.isOfToday) return handedOver.includes(page) ? [] : [page];
    if (page.isBlank) return [];
    const former = handedOver.filter(isSame(page)).flatMap(({ employeeIds }) => employeeIds);
    return [former.length === 0 ? page : { ...page, employeeIds: former }];
  });
}
