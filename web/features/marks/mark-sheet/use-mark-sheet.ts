import { queryOptions } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Output, RawInput } from '#shared/http/contract.ts';
import { type MarkSheetRow, markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import type { Lesson } from '#shared/people/contract.ts';
import { studentNameApart } from '#shared/people/shared-names.ts';
import { queryWith } from '../../../api/query.ts';
import { connectGrid } from '../../../outbox/connect-grid.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import { newestTypedValues } from '../../../outbox/pending-record.ts';
import type { RowValues } from '../../../ui/grid/grid-columns.ts';
import { GridModel } from '../../../ui/grid/grid-model.ts';
import { isAnythingTyped, toSheetRowValues } from './sheet-columns.tsx';
import { subjectRecordSaveKind, subjectRecordSaveTarget } from './subject-record-save.ts';

/** `version`: the outbox's at the request. Answers to later saves are newer than these rows. */
export type LoadedMarkSheet = Output<typeof markSheetContract.readMarkSheetOfLesson> & { version: number };
type Term = 1 | 2 | 3;

/** The lesson of a sheet; without `employee_id` a subject of a whole class, of any teacher. */
export type SheetSelection = Pick<
  Lesson,
  'subject_id' | 'subject_title' | 'form_level' | 'class_id' | 'form_classes' | 'lesson'
> & { employee_id: string | null };

interface SheetPlace {
  lesson: SheetSelection;
  /** Start year. */
  year: number;
  term: Term;
}

/** The fields by which calls name a sheet. */
export const toSheetCallFields = ({
  lesson,
  year,
  term,
}: SheetPlace): RawInput<typeof markSheetContract.readMarkSheetOfLesson> => ({
  ...(lesson.employee_id === null ? {} : { employee_id: lesson.employee_id }),
  subject_id: lesson.subject_id,
  form_level: String(lesson.form_level),
  year: String(year),
  term: String(term),
  ...(lesson.class_id === null ? { form_classes: lesson.form_classes.join(',') } : { class_id: lesson.class_id }),
});

/** A sheet is loaded once. Afterwards the outbox has newer values than the server. */
export function markSheetQuery({ outbox, ...place }: SheetPlace & { outbox: Outbox }) {
  const input = toSheetCallFields(place);
  return queryOptions({
    ...queryWith(markSheetContract.readMarkSheetOfLesson, input, async (ask): Promise<LoadedMarkSheet> => {
      await outbox.ready;
      const version = outbox.version();
      return { ...(await ask()), version };
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The grid of a loaded sheet, connected to the outbox; `entered` are the students who have an entry. */
export function useMarkSheetGrid(
  sheet: LoadedMarkSheet,
  outbox: Outbox,
): { grid: GridModel; entered: ReadonlySet<string> } {
  const rows = useMemo(() => new Map(sheet.data.map((row) => [row.student_id, row])), [sheet]);
  const grid = useMemo(() => {
    const values = [...rows.values()].map((row): [string, RowValues] => [
      row.student_id,
      newestValues(row, sheet, outbox),
    ]);
    return new GridModel(new Map(values));
  }, [rows, sheet, outbox]);

  const findEntered = () => new Set([...rows.keys()].filter((id) => isAnythingTyped(grid.view(id).values)));
  const [entered, setEntered] = useState<ReadonlySet<string>>(findEntered);
  const update = () =>
    setEntered((before) => {
      const now = findEntered();
      return before.size === now.size && [...now].every((id) => before.has(id)) ? before : now;
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: counts what this grid shows
  useEffect(() => {
    const nameOf = studentNameApart(rows.values());
    const disconnect = connectGrid({
      grid,
      outbox,
      targets: new Map([...rows].map(([id, row]) => [id, subjectRecordSaveTarget(row, nameOf(row))])),
      onEnqueued: update,
      onEvent: (id, { kind }) => {
        const row = rows.get(id);
        if (row && kind !== 'replaced') grid.show(id, newestValues(row, sheet, outbox));
        update();
      },
    });
    // Answers since the first rendering.
    for (const row of rows.values()) grid.show(row.student_id, newestValues(row, sheet, outbox));
    update();
    return disconnect;
  }, [grid, rows, sheet, outbox]);

  return { grid, entered };
}

/** The server's last values with what the user typed since. */
function newestValues(row: MarkSheetRow, { version }: LoadedMarkSheet, outbox: Outbox): RowValues {
  const { id } = subjectRecordSaveTarget(row);
  const answered = outbox.answerSince(id, version, subjectRecordSaveKind.isAnswer);
  const { waiting } = outbox.state(id);
  return { ...toSheetRowValues(answered ?? row), ...(waiting && newestTypedValues(waiting)) };
}
