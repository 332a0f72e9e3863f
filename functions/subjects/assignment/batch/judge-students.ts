import { termReportKey } from '../../../marks/records/term-report.ts';
import { readItems, readMany } from '../../../platform/table/table.ts';
import { studentKey } from '../../../students/records/store.ts';
import { assignmentKey } from '../../records/store.ts';
import { judgeAssignmentOfStudents, type WantedAssignment } from '../assigning/write-assigning.ts';

/** What a batch is to do, and the act that its assignments name. */
export interface BatchInput extends WantedAssignment {
  act: string;
}

/** Students as they are now, and what the batch is to do with each. One request for up to thirty-three. */
export async function judgeBatchStudents(studentIds: readonly string[], wanted: WantedAssignment) {
  const { subjectId, year, term } = wanted;
  const keys = {
    students: studentIds.map(studentKey),
    assignments: studentIds.map((studentId) => assignmentKey(studentId, subjectId)),
    reports: term ? studentIds.map((studentId) => termReportKey({ studentId, year, term })) : [],
  };
  const read =
    studentIds.length <= 33
      ? await readItems(keys)
      : {
          students: await readMany(keys.students),
          assignments: await readMany(keys.assignments),
          // Only the plan reads so many students, and it writes no reports.
          reports: [],
        };
  return { students: read.students, judged: judgeAssignmentOfStudents(read, wanted) };
}
