import { createHash } from 'node:crypto';
import { isTaughtByClass } from '#shared/people/form-level.ts';
import { lessonRefusals } from '#shared/people/wordings.ts';
import { classWordings } from '#shared/school/wordings.ts';
import { noSuchSubject } from '#shared/subjects/wordings.ts';
import { AppError, ConflictError, ValidationError } from '../../platform/errors.ts';
import type { WriteAttempt } from '../../platform/table/audit.ts';
import { requireFormLevel } from '../../school/records/school.ts';
import { lessonLineId } from '../records/picker-lessons.ts';
import type { LessonItem } from '../records/store.ts';
import { type TaughtSubject, toLessonItem, toTaughtSubject } from '../records/write-lessons.ts';
import { refuseArchivedTeacher, type StoredTeacher } from './lesson-facts.ts';

/** A row of the lesson table as it is to be. */
export interface LessonRowToSave {
  /** The stored row that this one replaces. */
  id: string | null;
  subject_id: string;
  form_classes: string[];
  /** The classes of the stored row as the user saw them. */
  was?: string[] | undefined;
}

/** The lessons of a row, at least one. @throws ValidationError for a row that cannot be saved */
export function toLessonItems(
  { subject_id: subjectId, form_classes: classIds }: LessonRowToSave,
  { teacher, year, isSubject }: { teacher: StoredTeacher; year: number; isSubject: boolean },
): readonly [LessonItem, ...LessonItem[]] {
  refuseArchivedTeacher(teacher);
  if (!isSubject) throw new ValidationError({ subject_id: [noSuchSubject] });
  for (const classId of classIds) requireFormLevel(classId, 'form_classes');
  const { employeeId } = teacher;
  const [first, ...others] = classIds.map((classId) => toLessonItem({ employeeId, year, subjectId, classId }));
  if (!first) throw new ValidationError({ form_classes: [classWordings.choose] });
  const stranger = others.find(({ formLevel }) => formLevel !== first.formLevel);
  if (stranger) {
    const reason = lessonRefusals.twoForms(first.classId, stranger.classId);
    throw new ValidationError({ form_classes: [reason] });
  }
  if (isTaughtByClass(first.formLevel) && others.length > 0) {
    throw new ValidationError({ form_classes: [lessonRefusals.lessonEachClass] });
  }
  return [first, ...others];
}

/** What a save does to the stored lessons, and what the row then has. */
export interface LessonRowChange {
  /** The row as it is stored before. */
  before: readonly LessonItem[];
  removed: TaughtSubject[];
  added: TaughtSubject[];
  after: readonly LessonItem[];
}

/**
 * A class that the user adds is added and one that the user takes away is taken, whatever others have done with the
 * row's other classes since it was opened (rule 8). `refused` where the row is gone by now, or its subject and form are
 * in another row.
 */
export function decideRowChange(
  row: LessonRowToSave,
  wanted: readonly [LessonItem, ...LessonItem[]],
  stored: readonly LessonItem[],
): LessonRowChange | 'as wanted' | 'gone' | 'listed already' {
  const id = lessonLineId(wanted[0]);
  const isSameLine = (row.id ?? id) === id;
  const before = stored.filter((lesson) => lessonLineId(lesson) === (row.id ?? id));
  const there = stored.filter((lesson) => lessonLineId(lesson) === id);
  if (isSameLine && hasSameClasses(there, row.form_classes)) return 'as wanted';
  if (row.id !== null && row.was && before.length === 0) return 'gone';
  if (there.length > 0 && (row.id === null || !isSameLine)) return 'listed already';
  const wasSeen = ({ classId }: TaughtSubject) => row.was === undefined || row.was.includes(classId);
  const removed = before.filter((one) => wasSeen(one) && !wanted.some(isLesson(one)));
  const added = wanted.filter((one) => !before.some(isLesson(one)) && !(isSameLine && row.was && wasSeen(one)));
  const after = [...there.filter((one) => !removed.some(isLesson(one))), ...added];
  return after.length === 0
    ? 'gone'
    : { before, removed: removed.map(toTaughtSubject), added: added.map(toTaughtSubject), after };
}

export const lessonGoneError = ({ form_classes: classIds }: Pick<LessonRowToSave, 'form_classes'>) =>
  new ConflictError(lessonRefusals.deletedByOther, {
    field: 'form_classes',
    yours: classIds.join(', '),
    theirs: null,
    by: null,
    at: null,
  });

const isLesson = (one: TaughtSubject) => (other: TaughtSubject) =>
  one.subjectId === other.subjectId && one.classId === other.classId;

export const hasSameClasses = (lessons: readonly TaughtSubject[], classIds: readonly string[]): boolean =>
  lessons.length === classIds.length && lessons.every(({ classId }) => classIds.includes(classId));

/**
 * Runs a call's rows in turn. Each has an idempotency key derived from the call's, so that a repeated call finds the
 * rows that are done. A refused row is answered with its reason, and the rows after it are still run.
 */
export async function runEachRow<R, T>(
  rows: readonly R[],
  request: WriteAttempt,
  work: (row: R, request: WriteAttempt) => Promise<T>,
): Promise<(T | { row: R; refused: string })[]> {
  const answers: (T | { row: R; refused: string })[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      answers.push(await work(row, { now: request.now, idempotencyKey: keyOfRow(request.idempotencyKey, index) }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      answers.push({ row, refused: error.message });
    }
  }
  return answers;
}

/** A hash, so that the key keeps its length whatever the call's key is. */
function keyOfRow(key: string, index: number): string {
  const account = key.slice(0, key.lastIndexOf('/'));
  return `${account}/${createHash('sha256').update(`${key}#${index}`).digest('hex').slice(0, 32)}`;
}
