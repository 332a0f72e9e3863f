import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { computeAverage } from '#shared/marks/marks.ts';
import { schemeFor } from '#shared/marks/scheme.ts';
import { schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { TermMarks } from '#shared/students/register/overview-calls.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { computeSubjectLines } from '../../marks/records/subject-lines.ts';
import { listSubjectRecordsOfStudent, type SubjectRecordItem } from '../../marks/records/subject-record.ts';
import { listReportsOfStudent, type TermReportItem } from '../../marks/records/term-report.ts';
import { listLessonsOfClass, readEmployeeNames } from '../../people/records/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { type Caller, isOpenTo } from '../../platform/requests/caller.ts';
import { currentPeriodKey } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { listAssignmentsOfStudent, readSubjectNamesById } from '../../subjects/records/store.ts';
import { requireStudent, studentKey } from '../records/store.ts';

/** At most seven requests, for any number of subjects and terms. */
export const readStudentOverview = callHandler(studentRegisterContract.readStudentOverview, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id), current: currentPeriodKey() }),
  handle: async ({ input: { student_id: studentId }, caller, found }) => {
    const student = requireStudent(found.student);
    const withMarks = canSeeMarks(caller);
    const [subjects, taken, lessons, teachers, reports, records] = await Promise.all([
      readSubjectNamesById(),
      listAssignmentsOfStudent(studentId),
      found.current ? listLessonsOfClass(student.classId, found.current.year) : [],
      readEmployeeNames(),
      withMarks ? listReportsOfStudent(studentId) : [],
      withMarks ? listSubjectRecordsOfStudent({ studentId }) : [],
    ]);
    const nameOf = (subjectId: string): SubjectNames => {
      const { title = subjectId, abbr = subjectId } = subjects.get(subjectId) ?? {};
      return { subject_id: subjectId, title, abbr };
    };
    // Where the assignment has no teacher, the lessons of the class decide.
    const teachersOf = (subjectId: string, employeeId: string | undefined): string[] =>
      (employeeId === undefined
        ? lessons.filter((lesson) => lesson.subjectId === subjectId).map((lesson) => lesson.employeeId)
        : [employeeId]
      )
        .map((id) => teachers.get(id) ?? id)
        .sort();
    return {
      student_id: studentId,
      picture: student.picture ?? null,
      subjects: taken
        .map(({ subjectId, employeeId }) => ({
          ...nameOf(subjectId),
          teachers: teachersOf(subjectId, employeeId),
        }))
        .sort(byTitle),
      terms: withMarks ? marksOfTerms({ reports, records, nameOf }) : null,
    };
  },
});

interface AllTerms {
  reports: readonly TermReportItem[];
  records: readonly SubjectRecordItem[];
  nameOf: (subjectId: string) => SubjectNames;
}

/** Every term that has a report or a mark, oldest first, each by the scheme of the level that the student was in. */
function marksOfTerms({ reports, records, nameOf }: AllTerms): TermMarks[] {
  const { markingScheme, terms } = school();
  const key = ({ year, term }: { year: number; term: number }) => `${year}#${term}`;
  const recordsOf = Map.groupBy(records, key);
  const reportOf = new Map(reports.map((report) => [key(report), report]));
  const firsts = new Map([...records, ...reports].map((one) => [key(one), one]));
  return [...firsts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { year, term, classId, formLevel }]) => {
      const lines = computeSubjectLines(
        reportOf.get(name),
        recordsOf.get(name) ?? [],
        schemeFor(markingScheme, formLevel, term),
      );
      const { text, entered, of } = computeAverage(lines.map(({ total }) => total));
      return {
        year,
        term,
        class_id: classId,
        average: text,
        entered,
        of,
        title: schoolFileTermTitle(terms, term),
        subjects: lines.map(({ subjectId, total }) => ({ ...nameOf(subjectId), total })).sort(byTitle),
      };
    });
}

interface SubjectNames {
  subject_id: string;
  title: string;
  abbr: string;
}

const byTitle = (a: Pick<SubjectNames, 'title'>, b: Pick<SubjectNames, 'title'>): number =>
  a.title.localeCompare(b.title, 'en');

type MenuRights = Pick<Caller, 'role' | 'permissions'>;

/** Whether the caller may see a student's marks: one of the screens that show marks is open to them. */
export const canSeeMarks = (caller: MenuRights): boolean =>
  [termReportsContract.readClassTermReports, markSheetContract.readMarkSheetOfLesson].some((call) =>
    isOpenTo(caller, call),
  );

/** Whether the caller may see the marks of assessments and the notes on them. */
export const canSeeMarkBook = (caller: MenuRights): boolean => isOpenTo(caller, markBookContract.readMarkBook);

/** Whether the caller may see the remarks and the attendance of a student's term reports. */
export const canSeeReports = (caller: MenuRights): boolean =>
  isOpenTo(caller, termReportsContract.readClassTermReports);

export const canSeeReportCards = (caller: MenuRights): boolean => isOpenTo(caller, termReportsContract.printReportCard);
