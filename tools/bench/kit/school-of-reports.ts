import { startServer } from '../../../tests/support/school/server.ts';
import { addAccount } from '../../../tests/support/school/small-school.ts';

export const period = { year: 2025, term: 1 as const };
export const office = { accountId: 'A1', name: 'Ada Office' };
const subjectIds = Array.from({ length: 13 }, (_, index) => `SUB${index}`);
const remark = 'Works with care and asks good questions. ';

/** A school in this process with so many students in so many classes, each with a report of 13 subjects, all of it entered. */
export async function startSchoolOfReports(of: { students: number; classes: number }) {
  const server = await startServer({ isDemo: false, site: 'none' });
  const { school } = await import('#functions/school/records/school.ts');
  const { CurrentPeriod } = await import('#functions/school/records/periods.ts');
  const { ClassRegistration, TermReport } = await import('#functions/marks/records/term-report.ts');
  const { SubjectRecord } = await import('#functions/marks/records/subject-record.ts');
  const { addManyStudents } = await import('../../../tests/support/school/many-students.ts');
  const classes = Array.from({ length: of.classes }, (_, index) => {
    const formLevel = (index % 5) + 1;
    return { classId: `${formLevel}N${Math.floor(index / 5)}`, formLevel };
  });
  school().formClasses = classes.map(({ classId, formLevel }) => ({
    ...{ id: classId, form_level: formLevel, next_class_id: null },
  }));
  await addAccount({ ...office, role: 'Admin', userName: 'admin' });
  await CurrentPeriod.put(period).go();
  const ids = await addManyStudents({ count: of.students, classes, subjectIds });
  for (const [index, { classId, formLevel }] of classes.entries()) {
    const here = ids.filter((_, student) => student % classes.length === index);
    const place = { ...period, classId, formLevel };
    const remarks = { formTeacherComments: remark.repeat(4), deanComments: remark.repeat(4) };
    await TermReport.put(here.map((studentId) => ({ studentId, ...place, ...remarks, subjectIds }))).go();
    await ClassRegistration.put({ ...period, classId, studentIds: here }).go();
    const entered = { ...place, exam: 50, examOutOf: 70, workSum: 20, workOutOf: 30, comment: remark.repeat(2) };
    await SubjectRecord.put(
      here.flatMap((studentId) => subjectIds.map((subjectId) => ({ ...entered, studentId, subjectId }))),
    ).go();
  }
  /** Somebody of each class. */
  return { ids, oneOfEach: ids.slice(0, classes.length), stop: () => server.stop() };
}
