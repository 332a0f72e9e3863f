import { improbableWordings as say } from '../wordings.ts';
import type { ClassToJudge, StudentToJudge, Warning } from './class-to-judge.ts';
import { areSameForMany, doMostEndWithStop, wordsToCompare } from './column-of-remarks.ts';
import { columnsOfClass } from './columns-of-class.ts';
import { judgeRemark } from './judge-remark.ts';
import { findShiftedRows, findSwappedColumns } from './swapped-marks.ts';
import { findUnlikelyAttendance } from './unlikely-attendance.ts';
import { findFarMarks, findMarksAboveClass, findSameMarks } from './unlikely-marks.ts';

/** One remark of a class, with its place. */
interface PlacedRemark {
  student: StudentToJudge;
  subject: StudentToJudge['subjects'][number] | null;
  field: 'comment' | 'formTeacherComments' | 'deanComments';
  text: string;
}

/** Everything improbable in a class, each with the cell that it is in. Pure. */
export function judgeClass(of: ClassToJudge): Warning[] {
  const columns = columnsOfClass(of);
  const swapped = findSwappedColumns(columns);
  const same = findSameMarks(columns);
  // In a column that is wrong as a whole, its single marks say nothing.
  const isWrong = new Set([...swapped, ...same].map(({ subjectId }) => subjectId));
  const shifted = findShiftedRows(columns.filter(({ subjectId }) => !isWrong.has(subjectId)));
  for (const { subjectId } of shifted) isWrong.add(subjectId);
  const sound = columns.filter(({ subjectId }) => !isWrong.has(subjectId));
  const above = findMarksAboveClass(sound, of);
  const isAbove = (one: Warning) =>
    above.some(({ studentId, subjectId }) => one.studentId === studentId && one.subjectId === subjectId);
  return [
    ...swapped,
    ...same,
    ...shifted,
    ...above,
    ...findFarMarks(sound).filter((one) => !isAbove(one)),
    ...findUnlikelyAttendance(of),
    ...judgeRemarks(of),
  ];
}

function judgeRemarks({ students, firstNames }: ClassToJudge): Warning[] {
  const columns = Map.groupBy(remarksOf(students), ({ field, subject }) => `${field} ${subject?.subjectId ?? ''}`);
  return [...columns.values()].flatMap((column) => {
    const endsWithStop = doMostEndWithStop(column.map(({ text }) => text));
    const single = column.flatMap(({ student, subject, field, text }) =>
      judgeRemark(text, { about: student, firstNames, subject, endsWithStop }).map(
        (found): Warning => ({ ...found, studentId: student.studentId, subjectId: subject?.subjectId ?? null, field }),
      ),
    );
    return [...single, ...findSameWords(column)];
  });
}

function remarksOf(students: readonly StudentToJudge[]): PlacedRemark[] {
  return students.flatMap((student) =>
    [
      { student, subject: null, field: 'formTeacherComments' as const, text: student.formTeacherComments },
      { student, subject: null, field: 'deanComments' as const, text: student.deanComments },
      ...student.subjects.map((subject) => ({ student, subject, field: 'comment' as const, text: subject.comment })),
    ].flatMap(({ text, ...place }) => (text === null || text.trim() === '' ? [] : [{ ...place, text: text.trim() }])),
  );
}

/** The same words for many of a column, whatever the names in them: one warning each. */
function findSameWords(column: readonly PlacedRemark[]): Warning[] {
  const ofWords = Map.groupBy(column, ({ student, text }) => wordsToCompare(text, student));
  return [...ofWords].flatMap(([words, placed]): Warning[] => {
    const [first] = placed;
    if (!first || !areSameForMany(words, { times: placed.length, of: column.length })) return [];
    const { student, subject, field } = first;
    const text = say.sameWords(placed.length);
    return [{ rule: 'sameWords', studentId: student.studentId, subjectId: subject?.subjectId ?? null, field, text }];
  });
}
