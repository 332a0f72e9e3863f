import { improbableWordings as say } from '../wordings.ts';
import type { ClassToJudge, StudentToJudge, Warning } from './class-to-judge.ts';
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

/** Remarks alike: at least so many, and such a part of the column. Short ones are alike by nature. Characters. */
const alike = { least: 5, part: 0.25, length: 25 } as const;
/** Part of a column that ends with a full stop, so that one without is unfinished. */
const mostlyStopped = 0.8;

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
    const stopped = column.filter(({ text }) => /[.!?]$/.test(text)).length;
    const endsWithStop = column.length >= alike.least && stopped >= mostlyStopped * column.length;
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
  const ofWords = Map.groupBy(column, ({ student, text }) =>
    text
      .replaceAll(student.firstName, '*')
      .toLowerCase()
      .replace(/\b(?:he|she|his|her|him)\b/g, '*')
      .replace(/\s+/g, ' '),
  );
  return [...ofWords].flatMap(([words, placed]): Warning[] => {
    const [first] = placed;
    const isMany = placed.length >= alike.least && placed.length >= alike.part * column.length;
    if (!first || !isMany || words.length < alike.length) return [];
    const { student, subject, field } = first;
    const text = say.sameWords(placed.length);
    return [{ rule: 'sameWords', studentId: student.studentId, subjectId: subject?.subjectId ?? null, field, text }];
  });
}
