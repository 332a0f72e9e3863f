import { schemeFor } from '#shared/marking/scheme.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { callHandler } from '../../platform/call-handler.ts';
import { school } from '../../school/store.ts';
import { studentsByIds } from '../../students/store.ts';
import { subjectsById } from '../../subjects/store.ts';
import { readClassContents } from '../store.ts';
import { subjectLines } from '../subject-lines.ts';
import { hasProblems, problemsOf } from './posting-problems.ts';

export const postingCheck = callHandler(termReportsContract.postingCheck, {
  handle: async ({ input: period }) => {
    const { formClasses, markingScheme } = school();
    const [subjects, ...classes] = await Promise.all([
      subjectsById(),
      ...formClasses.map(({ id }) => readClassContents({ ...period, classId: id })),
    ]);
    const titleOf = (subjectId: string) => subjects.get(subjectId)?.title ?? subjectId;
    const found = classes.flatMap(({ reports, records }) => {
      const recordsOf = Map.groupBy(records, (record) => record.studentId);
      return reports.map((report) => {
        const scheme = schemeFor(markingScheme, report.formLevel, report.term);
        const lines = subjectLines(report, recordsOf.get(report.studentId) ?? [], scheme);
        return { report, problems: problemsOf(report, lines, titleOf) };
      });
    });
    const lacking = found.filter(({ problems }) => hasProblems(problems));
    const known = await studentsByIds(lacking.map(({ report }) => report.studentId));
    const nameOf = new Map(known.map((student) => [student.studentId, `${student.lastName}, ${student.firstName}`]));
    return {
      reports: found.length,
      students: lacking
        .map(({ report: { studentId, classId }, problems }) => ({
          student_id: studentId,
          name: nameOf.get(studentId) ?? studentId,
          class_id: classId,
          missing_marks: problems.missingMarks.toSorted((a, b) => a.localeCompare(b)),
          missing_remarks: problems.missingRemarks,
          text_problems: problems.textProblems,
        }))
        .sort((a, b) => a.class_id.localeCompare(b.class_id) || a.name.localeCompare(b.name)),
    };
  },
});
