import { useEffect, useRef, useState } from 'react';
import type { Lesson } from '#shared/people/contract.ts';
import { lessonsContract, type SharedClass } from '#shared/people/lessons/contract.ts';
import { lessonWordings } from '#shared/people/wordings.ts';
import { call } from '../../../api/call.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { readDraft, removeDraft, writeDraft } from '../../../session/drafts.ts';
import { useSession } from '../../../session/session.ts';
import {
  createLessonTableRow,
  idleSaveState,
  isRowComplete,
  isRowUnsaved,
  isSameChoice,
  type LessonChoice,
  type LessonSaveState,
  type LessonTableRow,
  layKeptRowsOverLessons,
  mergeStoredLessonsIntoRows,
  pickUnsavedRows,
  toLessonInput,
  toLessonTableRow,
} from './lesson-rows.ts';
import { useIdempotentAttempts } from './use-idempotent-attempts.ts';

interface Teacher {
  employee_id: string;
  academic_year_id: string;
}

interface Options {
  teacher: Teacher;
  /** The stored lessons. */
  lessons: readonly Lesson[];
  /** Something was taken away that can be undone. */
  onTaken: (act: { message: string; undo: string }) => void;
}

const incomplete: LessonSaveState = { status: 'error', message: lessonWordings.chooseSubjectAndClass, fields: {} };

/**
 * The rows of the lesson table. Each saves itself, one request at a time; what is not saved is kept on the device, and
 * is there again when the window is.
 */
export function useLessonRows({ teacher, lessons, onTaken }: Options) {
  const userId = useSession()?.id ?? '';
  const draft = `lessons/${teacher.employee_id}/${teacher.academic_year_id}`;
  const [rows, setRows] = useState<readonly LessonTableRow[]>(() =>
    layKeptRowsOverLessons(lessons, readDraft(userId, draft)),
  );
  const latest = useRef(rows);
  const attempts = useIdempotentAttempts();

  const update = (change: (rows: readonly LessonTableRow[]) => readonly LessonTableRow[]) => {
    latest.current = change(latest.current);
    setRows(latest.current);
    const kept = pickUnsavedRows(latest.current);
    if (kept.length > 0) writeDraft(userId, draft, kept);
    else removeDraft(userId, draft);
  };
  const patch = (key: string, changes: Partial<LessonTableRow>) =>
    update((now) => now.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  const rowOf = (key: string) => latest.current.find((row) => row.key === key);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server has may change under the rows at any time
  useEffect(() => update((now) => mergeStoredLessonsIntoRows(now, lessons)), [lessons]);

  const showSaved = (sent: LessonTableRow, { lesson, shared }: { lesson: Lesson; shared: readonly SharedClass[] }) => {
    const row = rowOf(sent.key);
    if (!row) return;
    const isAsSent = isSameChoice(row, sent);
    const status = isAsSent ? ('saved' as const) : ('idle' as const);
    patch(sent.key, {
      ...(isAsSent ? toLessonTableRow(lesson, sent.key) : { stored: lesson }),
      shared,
      save: { status },
    });
  };
  const failed = ({ key }: LessonTableRow, error: unknown) => {
    const isGone = error instanceof ApiError && error.conflict?.theirs === null;
    patch(key, {
      save: { status: 'error', message: messageOf(error), fields: error instanceof ApiError ? error.fields : {} },
      // A later save creates it again.
      ...(isGone ? { stored: null } : {}),
    });
  };

  /** Saves a row that has a subject and a class and differs from what is stored. */
  const save = async (key: string): Promise<void> => {
    const row = rowOf(key);
    if (!row || row.save.status === 'saving' || !isRowUnsaved(row) || !isRowComplete(row)) return;
    patch(key, { save: { status: 'saving' } });
    const input = { ...teacher, ...toLessonInput(row) };
    try {
      const answer = await attempts.make(input, (options) => call(lessonsContract.saveAdminLesson, input, options));
      showSaved(row, answer);
      if (answer.undo)
        onTaken({ message: `${row.stored?.lesson ?? answer.lesson.lesson} changed.`, undo: answer.undo });
      // Changed while the save was in flight.
      const now = rowOf(key);
      if (now && !isSameChoice(now, row)) await save(key);
    } catch (error) {
      failed(row, error);
    }
  };

  /** Saves every row at once; each by itself. */
  const saveAll = async (): Promise<void> => {
    const dirty = latest.current.filter((row) => isRowUnsaved(row) && row.save.status !== 'saving');
    for (const row of dirty.filter((one) => !isRowComplete(one))) patch(row.key, { save: incomplete });
    const wanted = dirty.flatMap((row) => (isRowComplete(row) ? [row] : []));
    if (wanted.length === 0) return;
    for (const { key } of wanted) patch(key, { save: { status: 'saving' } });
    const input = { ...teacher, lessons: wanted.map(toLessonInput) };
    try {
      const answers = await attempts.make(input, (options) => call(lessonsContract.saveAdminLessons, input, options));
      for (const [index, row] of wanted.entries()) {
        const { lesson, shared = [], refused } = answers[index] ?? { lesson: null, refused: null };
        if (lesson) showSaved(row, { lesson, shared });
        else patch(row.key, { save: { status: 'error', message: refused ?? '', fields: {} } });
      }
    } catch (error) {
      for (const row of wanted) failed(row, error);
    }
  };

  // Retries failed saves when the network is back.
  const again = useRef(saveAll);
  again.current = saveAll;
  useEffect(() => {
    const onOnline = () => {
      if (latest.current.some(({ save: { status } }) => status === 'error')) void again.current();
    };
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, []);

  return {
    rows,
    isDirty: rows.some(isRowUnsaved),
    add: () => update((now) => [...now, createLessonTableRow()]),
    choose: (key: string, chosen: Partial<LessonChoice>) => patch(key, { ...chosen, save: idleSaveState }),
    take: (key: string) => update((now) => now.filter((row) => row.key !== key)),
    save,
    saveAll,
    /** Awaits the saves in flight. True when nothing is left to save. */
    settle: async (): Promise<boolean> => {
      await attempts.settled();
      return !latest.current.some(isRowUnsaved);
    },
    discard: () => update((now) => now.flatMap(({ stored }) => (stored ? [toLessonTableRow(stored)] : []))),
  };
}
