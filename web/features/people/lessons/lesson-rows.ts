import type { FormClassEntry, Lesson } from '#shared/people/contract.ts';
import { isTaughtByClass } from '#shared/people/form-level.ts';
import type { SharedClass } from '#shared/people/lessons/contract.ts';

/** How the last save of something went. */
export type LessonSaveState =
  | { status: 'idle' | 'saving' | 'saved' }
  | { status: 'error'; message: string; fields: Readonly<Record<string, readonly string[]>> };

/** What is chosen in a row. */
export interface LessonChoice {
  subjectId: string | null;
  classes: readonly string[];
}

/** One row of the lesson table. */
export interface LessonTableRow extends LessonChoice {
  key: string;
  /** As the server has it; null for a new row. */
  stored: Lesson | null;
  save: LessonSaveState;
  shared: readonly SharedClass[];
}

export const idleSaveState: LessonSaveState = { status: 'idle' };

export const toLessonTableRow = (lesson: Lesson, key: string = lesson.id): LessonTableRow => ({
  key,
  stored: lesson,
  subjectId: lesson.subject_id,
  classes: lesson.form_classes,
  save: idleSaveState,
  shared: [],
});

export const createLessonTableRow = (): LessonTableRow => ({
  key: crypto.randomUUID(),
  stored: null,
  subjectId: null,
  classes: [],
  save: idleSaveState,
  shared: [],
});

export const isSameClasses = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

export const isSameChoice = (one: LessonChoice, other: LessonChoice): boolean =>
  one.subjectId === other.subjectId && isSameClasses(one.classes, other.classes);

const storedChoice = ({ stored }: LessonTableRow): LessonChoice =>
  stored ? { subjectId: stored.subject_id, classes: stored.form_classes } : { subjectId: null, classes: [] };

/** Something is chosen that the server has not got. */
export const isRowUnsaved = (row: LessonTableRow): boolean => !isSameChoice(row, storedChoice(row));

/** A row saves itself once it has a subject and a class (product §4). */
export const isRowComplete = (row: LessonChoice): row is LessonChoice & { subjectId: string } =>
  row.subjectId !== null && row.classes.length > 0;

/** A row as the calls take it. */
export const toLessonInput = (row: LessonTableRow & { subjectId: string }) => ({
  id: row.stored?.id ?? null,
  subject_id: row.subjectId,
  form_classes: [...row.classes],
  ...(row.stored ? { was: row.stored.form_classes } : {}),
});

/**
 * The classes after one was chosen or taken away: below form 4 a lesson has one class, from there on those of one form,
 * so the last choice wins over what does not go with it.
 */
export function classesAfterChoice(
  before: readonly string[],
  after: readonly string[],
  formClasses: readonly FormClassEntry[],
): string[] {
  const levelOf = (id: string) => formClasses.find((formClass) => formClass.id === id)?.form_level;
  const added = after.find((id) => !before.includes(id));
  const level = added === undefined ? undefined : levelOf(added);
  const kept =
    added === undefined || level === undefined
      ? after
      : isTaughtByClass(level)
        ? [added]
        : after.filter((id) => levelOf(id) === level);
  return formClasses.map(({ id }) => id).filter((id) => kept.includes(id));
}

/**
 * Stored lessons as rows, with what is chosen in rows that were there before and not saved. Rows stay in their order.
 */
export function mergeStoredLessonsIntoRows(
  rows: readonly LessonTableRow[],
  lessons: readonly Lesson[],
): LessonTableRow[] {
  const byId = new Map(lessons.map((lesson) => [lesson.id, lesson]));
  const known = new Set(rows.flatMap(({ stored }) => stored?.id ?? []));
  const kept = rows.flatMap((row): LessonTableRow[] => {
    if (row.stored === null) return [row];
    const lesson = byId.get(row.stored.id);
    if (isRowUnsaved(row)) return [{ ...row, stored: lesson ?? null }];
    return lesson ? [{ ...row, ...toLessonTableRow(lesson, row.key), save: row.save, shared: row.shared }] : [];
  });
  return [...kept, ...lessons.filter(({ id }) => !known.has(id)).map((lesson) => toLessonTableRow(lesson))];
}

/** A row that was not saved, as the device keeps it. */
interface KeptRow extends LessonChoice {
  id: string | null;
}

export const pickUnsavedRows = (rows: readonly LessonTableRow[]): KeptRow[] =>
  rows.filter(isRowUnsaved).map(({ stored, subjectId, classes }) => ({ id: stored?.id ?? null, subjectId, classes }));

/** What a device kept, laid over the stored lessons. What cannot be read is left out. */
export function layKeptRowsOverLessons(lessons: readonly Lesson[], kept: unknown): LessonTableRow[] {
  const rows = lessons.map((lesson) => toLessonTableRow(lesson));
  for (const one of Array.isArray(kept) ? kept.filter(isKept) : []) {
    const { id, subjectId, classes } = one;
    const index = rows.findIndex(({ stored }) => id !== null && stored?.id === id);
    const row = rows[index];
    if (row) rows[index] = { ...row, subjectId, classes };
    else rows.push({ ...createLessonTableRow(), subjectId, classes });
  }
  return rows;
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';

function isKept(value: unknown): value is KeptRow {
  const { id, subjectId, classes } = (value ?? {}) as Partial<Record<keyof KeptRow, unknown>>;
  return (
    isTextOrNull(id) &&
    isTextOrNull(subjectId) &&
    Array.isArray(classes) &&
    classes.every((one) => typeof one === 'string')
  );
}
