import type { Lesson } from '#shared/people/contract.ts';
import { levelName, standsAlone } from '#shared/people/form-level.ts';
import type { SharedClass } from '#shared/people/lessons/contract.ts';
import { ValidationError } from '../../platform/errors.ts';
import { type Attempt, type Author, isChangeDone } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { subjectsById } from '../../subjects/records/store.ts';
import { pickerLessons } from '../records/picker-lessons.ts';
import type { LessonItem } from '../records/store.ts';
import { lessonsSubject, storedLessonsOf, writeLessons } from '../records/write-lessons.ts';
import { lessonActs, rememberLessons } from './lesson-acts.ts';
import { sharedClasses } from './lesson-facts.ts';
import { goneSince, type LessonRow, lessonsOfRow, rowChange } from './row-change.ts';
import type { Teacher } from './who-teaches.ts';

interface Saving {
  row: LessonRow;
  teacher: Teacher;
  year: number;
  caller: Author;
  request: Attempt;
}

export interface SavedRow {
  lesson: Lesson;
  shared: SharedClass[];
  undo: string | null;
}

/**
 * Saves a row: what it adds to the teacher's lessons and what it takes from them, in one transaction. A row that is as wanted
 * already is left as it is, so the same request again changes nothing.
 */
export async function saveRow({ row, teacher, year, caller, request }: Saving): Promise<SavedRow> {
  const { employeeId } = teacher;
  const { subject_id: subjectId } = row;
  const subjects = await subjectsById();
  const wanted = lessonsOfRow(row, { teacher, year, isSubject: subjects.has(subjectId) });
  const lessons = await retryRefused({
    read: () => storedLessonsOf(employeeId, year),
    attempt: async (stored): Promise<readonly LessonItem[] | 'refused'> => {
      const change = rowChange(row, wanted, stored);
      if (change === 'as wanted') return wanted;
      if (await isChangeDone(lessonsSubject(employeeId, year), request.idempotencyKey)) return wanted;
      if (change === 'gone') throw goneSince(row);
      if (change === 'listed already') {
        const reason = `${lessonName(wanted[0], subjects)} is in the list already. Change its classes there.`;
        throw new ValidationError({ subject_id: [reason] });
      }
      const { before, removed, added, after } = change;
      const what = `${lessonName(before[0] ?? wanted[0], subjects)} changed`;
      const remembered = () => rememberLessons({ employeeId, year, removed, added }, { what, caller, request });
      const outcome = await writeLessons({
        ...{ teacher, year, added, removed, caller, request },
        along: removed.length === 0 ? [] : [remembered()],
      });
      return outcome === 'refused' ? outcome : after;
    },
    what: 'the lessons of this teacher',
  });
  const classIds = lessons.map(({ classId }) => classId);
  const [shared, { act }] = await Promise.all([
    sharedClasses({ year, subjectId, classIds }, employeeId),
    readItems({ act: lessonActs.key(request.idempotencyKey) }),
  ]);
  const [lesson] = pickerLessons(lessons, subjects);
  if (!lesson) throw goneSince(row);
  return { lesson, shared, undo: act ? request.idempotencyKey : null };
}

/** "Mathematics 1A", "Physics Form 4". */
export function lessonName(
  { subjectId, classId, formLevel }: Pick<LessonItem, 'subjectId' | 'classId' | 'formLevel'>,
  subjects: ReadonlyMap<string, { title: string }>,
): string {
  return `${subjects.get(subjectId)?.title ?? subjectId} ${standsAlone(formLevel) ? classId : levelName(formLevel)}`;
}
