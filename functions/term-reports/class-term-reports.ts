import { average } from '#shared/marking/marks.ts';
import { schemeFor } from '#shared/marking/scheme.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { classPostPoints } from '../people/store.ts';
import { callHandler } from '../platform/call-handler.ts';
import { NotFoundError } from '../platform/errors.ts';
import { formLevelOf, school } from '../school/store.ts';
import { studentsByIds, studentsOfClass } from '../students/store.ts';
import { currentPeriodPoint } from '../terms/store.ts';
import { checkClassPost } from './may-see-class.ts';
import { readClassReports } from './store.ts';
import { subjectLines } from './subject-lines.ts';

export const classTermReports = callHandler(termReportsContract.classTermReports, {
  points: ({ class_id, year }, accountId) => ({
    posts: classPostPoints({ employeeId: accountId, year, classId: class_id }),
    current: currentPeriodPoint(),
  }),
  handle: async ({ input: { class_id: classId, year, term }, caller, found }) => {
    checkClassPost(caller, found.posts);
    const formLevel = formLevelOf(classId);
    if (formLevel === undefined) throw new NotFoundError('There is no such class.');
    const [present, { reports, records }] = await Promise.all([
      studentsOfClass(classId),
      readClassReports({ year, term, classId }),
    ]);
    const reportOf = new Map(reports.map((report) => [report.studentId, report]));
    const recordsOf = Map.groupBy(records, (record) => record.studentId);
    const scheme = schemeFor(school().markingScheme, formLevel, term);
    const isCurrent = found.current?.year === year && found.current.term === term;
    const listed = present.filter(({ studentId }) => isCurrent || reportOf.has(studentId) || recordsOf.has(studentId));
    // Reports and marks of a term may be of students who have moved on since.
    const here = new Set(listed.map((student) => student.studentId));
    const moved = await studentsByIds(
      [...new Set([...reportOf.keys(), ...recordsOf.keys()])].filter((id) => !here.has(id)),
    );
    const data = [...listed, ...moved]
      .map((student) => {
        const report = reportOf.get(student.studentId);
        const lines = subjectLines(report, recordsOf.get(student.studentId) ?? [], scheme);
        const { text, entered, of } = average(lines.map((line) => line.total));
        return {
          student_id: student.studentId,
          name: `${student.lastName}, ${student.firstName}`,
          registered: report !== undefined,
          entered,
          of,
          average: text,
        };
      })
      .sort((a, b) => a.name.localeCompare(b.name));
    return { class_id: classId, year, term, data };
  },
});
