import type { AlikeKind } from '#shared/options/move-in/kinds.ts';
import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { type StudentAfter, takerKeyOf } from './judge-takers.ts';
import type { JudgedRow } from './judged-row.ts';

interface Judging {
  students: readonly StudentAfter[];
  /** Lessons once the file is stored. */
  lessons: readonly { employeeId: string; subjectId: string; classId: string }[];
  takesAny: (studentId: string) => boolean;
  ask: (kind: AlikeKind, example: string) => 'yes' | 'no' | undefined;
  titleOf: (subjectId: string) => string;
}

/**
 * Who takes what, where neither the school nor the file says it of anybody in a class: asked once, all of them take
 * each subject that one teacher has there. A subject with several teachers in a class is one that is chosen.
 */
export function judgeEverybody({ students, lessons, takesAny, ask, titleOf }: Judging): JudgedRow[] {
  const current = students.filter(({ isArchived }) => !isArchived);
  const classesThatTake = new Set(current.flatMap((one) => (takesAny(one.studentId) ? [one.classId] : [])));
  const subjectsOf = new Map(
    [...Map.groupBy(lessons, ({ classId }) => classId)].map(([classId, own]) => {
      const teachers = Map.groupBy(own, ({ subjectId }) => subjectId);
      return [classId, [...teachers].filter(([, several]) => several.length === 1).map(([subjectId]) => subjectId)];
    }),
  );
  return current.flatMap(({ studentId, firstName, lastName, classId }) => {
    const subjects = subjectsOf.get(classId) ?? [];
    if (subjects.length === 0 || classesThatTake.has(classId)) return [];
    const name = `${firstName} ${lastName}, ${classId}`;
    if (ask('everybody', name) !== 'yes') return [];
    return subjects.map(
      (subjectId): JudgedRow => ({
        kind: 'takers',
        sheet: classId,
        row: 0,
        state: 'new',
        what: `${name}: ${titleOf(subjectId)}`,
        note: wordings.takes,
        fix: null,
        record: takerKeyOf(studentId, subjectId),
        move: { kind: 'takers', subjectId, employeeId: null, studentId },
      }),
    );
  });
}
