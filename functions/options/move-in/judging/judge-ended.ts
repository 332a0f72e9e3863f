import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { countStudentsWithMarks } from '../../../marks/records/students-with-marks.ts';
import { isAnythingEntered, readSubjectRecordsByStudent } from '../../../marks/records/subject-record.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { readCurrentPeriod } from '../../../school/records/periods.ts';
import type { KnownSchool } from '../known-school.ts';
import type { Ended } from '../reading/other-files.ts';
import { lessonKeyOf } from './judge-lessons.ts';
import { takerKeyOf } from './judge-takers.ts';
import type { JudgedRow } from './judged-row.ts';

interface Judging {
  known: KnownSchool;
  /** Lessons of the file, and subjects of students. */
  rows: readonly JudgedRow[];
  nameOf: (employeeId: string) => string;
  titleOf: (subjectId: string) => string;
}

/** Queries at a time. */
const atOnce = 12;

/**
 * Subjects of students, and lessons, that a file takes away: where nothing was entered this term, and where the file
 * does not have the same again. A request for each hundred students of a subject, three queries a lesson.
 */
export async function judgeEnded(ended: readonly Ended[], judging: Judging): Promise<JudgedRow[]> {
  if (ended.length === 0) return [];
  const period = await readCurrentPeriod();
  const kept = new Set(judging.rows.flatMap(({ record }) => record ?? []));
  const takers = ended.filter((one) => one.kind === 'takers');
  const bySubject = [...Map.groupBy(takers, ({ subjectId }) => subjectId)];
  const marked = new Set(
    (
      await inParallel(bySubject, {
        atOnce,
        does: async ([subjectId, own]) => {
          if (!period) return [];
          const ids = own.map(({ studentId }) => studentId);
          const records = await readSubjectRecordsByStudent(ids, { ...period, subjectId });
          return [...records.values()]
            .filter((one) => isAnythingEntered(one) || one.workOutOf !== undefined)
            .map(({ studentId }) => takerKeyOf(studentId, subjectId));
        },
      })
    ).flat(),
  );
  const students = new Map(judging.known.students.map((one) => [one.studentId, one]));
  const taken = new Set(judging.known.assignments.map((one) => takerKeyOf(one.studentId, one.subjectId)));
  const ofTakers = takers.flatMap((one) => judgeTaker(one, { ...judging, kept, marked, students, taken }));
  const goes = new Set(ofTakers.flatMap(({ move, record }) => (move ? (record ?? []) : [])));
  const lessons = ended.filter((one) => one.kind === 'lessons');
  const ofLessons = await inParallel(lessons, { atOnce, does: (one) => judgeLesson(one, { ...judging, kept, goes }) });
  return [...ofTakers, ...ofLessons.flat()];
}

interface OfTakers {
  kept: ReadonlySet<string>;
  marked: ReadonlySet<string>;
  students: ReadonlyMap<string, KnownSchool['students'][number]>;
  taken: ReadonlySet<string>;
}

function judgeTaker(
  { sheet, row, studentId, subjectId }: Extract<Ended, { kind: 'takers' }>,
  { titleOf, kept, marked, students, taken }: Judging & OfTakers,
): JudgedRow[] {
  const student = students.get(studentId);
  const key = takerKeyOf(studentId, subjectId);
  if (!student || kept.has(key)) return [];
  const what = `${student.firstName} ${student.lastName}, ${student.classId}: ${titleOf(subjectId)}`;
  const made = { kind: 'takers' as const, sheet, row, what, fix: null, record: key };
  if (!taken.has(key)) return [{ ...made, state: 'same', note: wordings.notThere }];
  if (marked.has(key)) return [{ ...made, state: 'refused', note: wordings.hasMarks }];
  const move = { kind: 'takers', act: 'remove', subjectId, studentId } as const;
  return [{ ...made, state: 'removed', note: wordings.takenAway, move }];
}

async function judgeLesson(
  { sheet, row, employeeId, subjectId, classId }: Extract<Ended, { kind: 'lessons' }>,
  { known, nameOf, titleOf, kept, goes }: Judging & { kept: ReadonlySet<string>; goes: ReadonlySet<string> },
): Promise<JudgedRow[]> {
  const key = lessonKeyOf(employeeId, subjectId, classId);
  if (kept.has(key)) return [];
  const what = `${nameOf(employeeId)}: ${titleOf(subjectId)}, ${classId}`;
  const made = { kind: 'lessons' as const, sheet, row, what, fix: null };
  const isThere = known.lessons.some((one) => lessonKeyOf(one.employeeId, one.subjectId, one.classId) === key);
  if (!isThere) return [{ ...made, state: 'same', note: wordings.notThere }];
  if ((await countStudentsWithMarks({ year: known.year ?? 0, subjectId, classIds: [classId] })) > 0)
    return [{ ...made, state: 'refused', note: wordings.classHasMarks }];
  const own = known.assignments.filter(
    (one) => one.subjectId === subjectId && one.classId === classId && one.employeeId === employeeId,
  );
  if (
    own.some(
      ({ studentId }) => !goes.has(takerKeyOf(studentId, subjectId)) && !kept.has(takerKeyOf(studentId, subjectId)),
    )
  )
    return [{ ...made, state: 'refused', note: wordings.hasStudents }];
  const move = { kind: 'lessons', act: 'remove', employeeId, subjectId, classId } as const;
  return [{ ...made, state: 'removed', note: wordings.takenAway, move }];
}
