import type { Input } from '#shared/http/contract.ts';
import { levelName } from '#shared/people/form-level.ts';
import { compareNames } from '#shared/people/shared-names.ts';
import { pluralize } from '#shared/pluralize.ts';
import { reportsContract } from '#shared/reports/contract.ts';
import { reportTitles, reportWordings } from '#shared/reports/wordings.ts';
import { noSuchSubject } from '#shared/subjects/wordings.ts';
import { listLessonsOfClass, readEmployeeNames } from '../../people/records/store.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { currentPeriodKey } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { readRoster, subjectKey, subjectUnlessDeleted } from '../../subjects/records/store.ts';
import type { ListReport } from '../../term-reports/report-cards/print/list-report.ts';
import { replyWithReport } from './report-response.ts';

const prefetch = ({ subject_id: subjectId }: Wanted) => ({
  subject: subjectKey(subjectId),
  current: currentPeriodKey(),
});

export const printStudentSubjects = callHandler(reportsContract.printStudentSubjects, {
  prefetch,
  handle: async ({ input, found, request: { now } }) =>
    replyWithReport(await listStudents(input, found), { ...input, now }),
});

type Wanted = Input<typeof reportsContract.printStudentSubjects>;
interface Found {
  subject: { title: string; deletedAt?: string | undefined } | undefined;
  current: { year: number } | undefined;
}

/**
 * Lists the students of a form level who take a subject, class by class, each with the teacher: the student's own, or
 * else those who teach it to the class this year. Two queries, and one for each class of the level.
 */
async function listStudents(
  { form_level: formLevel, subject_id: subjectId }: Wanted,
  { subject, current }: Found,
): Promise<ListReport> {
  const title = subjectUnlessDeleted(subject)?.title;
  if (title === undefined) throw new NotFoundError(noSuchSubject);
  const classIds = school().formClasses.flatMap(({ id, form_level }) => (form_level === formLevel ? [id] : []));
  const [roster, names, teachers] = await Promise.all([
    readRoster({ subjectId, formLevel, classIds }),
    readEmployeeNames(),
    teachersOf(subjectId, { classIds, year: current?.year }),
  ]);
  const byClass = Map.groupBy(roster, ({ classId }) => classId);
  const inOrder = classIds.flatMap((classId) => byClass.get(classId)?.sort(compareNames) ?? []);
  const teacherOf = (own: string | undefined, classId: string) =>
    (own === undefined ? (teachers.get(classId) ?? []) : [own]).map((id) => names.get(id) ?? id).join(', ');
  return {
    name: reportTitles.studentSubject,
    about: `${title}, ${levelName(formLevel)}`,
    note: noteOf({ title, formLevel, classIds, byClass }),
    columns: [
      { title: 'No.', width: 6, kind: 'number' },
      { title: 'Class', width: 9 },
      { title: 'Student ID', width: 14 },
      { title: 'Student', width: 32, kind: 'name' },
      { title: 'Teacher', width: 28 },
    ],
    rows: inOrder.map(({ classId, studentId, firstName, lastName, employeeId }, index) => [
      index + 1,
      classId,
      studentId,
      `${lastName}, ${firstName}`,
      teacherOf(employeeId, classId),
    ]),
    nothing: reportWordings.nobodyTakes(levelName(formLevel), title),
  };
}

/** Who teaches a subject to each class in a year. One query a class. */
async function teachersOf(
  subjectId: string,
  { classIds, year }: { classIds: readonly string[]; year: number | undefined },
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (year === undefined) return new Map();
  const taught = await Promise.all(classIds.map((classId) => listLessonsOfClass(classId, year)));
  return new Map(
    classIds.map((classId, index) => [
      classId,
      (taught[index] ?? []).flatMap((lesson) => (lesson.subjectId === subjectId ? [lesson.employeeId] : [])),
    ]),
  );
}

function noteOf({
  title,
  formLevel,
  classIds,
  byClass,
}: {
  title: string;
  formLevel: number;
  classIds: readonly string[];
  byClass: ReadonlyMap<string, readonly unknown[]>;
}): string {
  const counts = classIds.map((classId) => ({ classId, count: byClass.get(classId)?.length ?? 0 }));
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const classes = counts.filter(({ count }) => count > 0).map(({ classId, count }) => `${classId}: ${count}`);
  const end = classes.length > 1 ? ` ${classes.join(', ')}.` : '';
  return `${pluralize(all, 'student')} of ${levelName(formLevel)} ${all === 1 ? 'takes' : 'take'} ${title}.${end}`;
}
