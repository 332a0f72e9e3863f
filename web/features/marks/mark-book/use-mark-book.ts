import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Output, RawInput } from '#shared/http/contract.ts';
import { type MarkBookStudent, markBookContract } from '#shared/marks/mark-book/contract.ts';
import type { Lesson } from '#shared/people/contract.ts';
import { queryWith } from '../../../api/query.ts';
import { connectGrid } from '../../../outbox/connect-grid.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import { newestTypedValues } from '../../../outbox/pending-record.ts';
import type { RowValues } from '../../../ui/grid/grid-columns.ts';
import { GridModel } from '../../../ui/grid/grid-model.ts';
import { type BookPageFields, bookLineSaveKind, bookLineSaveTarget, bookNameApart } from './book-line-save.ts';
import { computeRowPercentage, toPageRowValues, withoutNotes } from './page-values.ts';

type Term = 1 | 2 | 3;

/** `version`: the outbox's at the request. Answers to later saves are newer than these rows. */
export type LoadedBookPage = Output<typeof markBookContract.readMarkBook> & { version: number };

/** The fields by which calls name a lesson's page: the class for levels 1 to 3, all classes of the lesson above. */
export interface PageCallFields extends BookPageFields {
  form_level: number;
  form_class_id?: string;
  form_classes?: string[];
}

export function toPageCallFields(lesson: Lesson, term: Term): PageCallFields {
  const { employee_id, subject_id, academic_year_id, form_level, class_id, form_classes } = lesson;
  const classes = class_id === null ? { form_classes } : { form_class_id: class_id };
  return { employee_id, subject_id, academic_year_id, term, form_level, ...classes };
}

/** A page is loaded once. Afterwards the outbox has newer marks than the server. */
export function markBookQuery(page: PageCallFields, outbox: Outbox) {
  const { form_level, form_classes, term, ...names } = page;
  const input: RawInput<typeof markBookContract.readMarkBook> = {
    ...names,
    ...(form_classes ? { form_classes: form_classes.join(',') } : {}),
    form_level: String(form_level),
    term: String(term),
  };
  return queryOptions({
    ...queryWith(markBookContract.readMarkBook, input, async (ask): Promise<LoadedBookPage> => {
      await outbox.ready;
      const version = outbox.version();
      return { ...(await ask()), version };
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** `reload` loads the page again after a change of its assessments. */
export function useMarkBookPage(page: PageCallFields, outbox: Outbox) {
  const queryClient = useQueryClient();
  const options = markBookQuery(page, outbox);
  const query = useQuery(options);
  const address = JSON.stringify(options.queryKey);
  const reload = useCallback(
    () => queryClient.invalidateQueries({ queryKey: JSON.parse(address) as unknown[] }),
    [queryClient, address],
  );
  return { query, reload };
}

/** The grid of a page, connected to the outbox. It is kept when the page is loaded again. */
export function useMarkBookGrid(loaded: LoadedBookPage, page: BookPageFields, outbox: Outbox): GridModel {
  const [grid] = useState(() => {
    const values = loaded.students.map((student): [string, RowValues] => [
      student.id,
      newestValues(student, { loaded, page, outbox }),
    ]);
    return new GridModel(new Map(values));
  });
  /** The server's values that each row shows. A note that was saved since is newer, and stays. */
  const [shown] = useState(() => new Map<string, MarkBookStudent>());

  useEffect(() => {
    const nameOf = bookNameApart(loaded.students);
    const rows = new Map(loaded.students.map((student) => [student.id, student]));
    const show = (student: MarkBookStudent) => {
      const values = newestValues(student, { loaded, page, outbox });
      const newest = newestOf(student, { loaded, page, outbox });
      grid.show(student.id, shown.get(student.id) === newest ? withoutNotes(values) : values);
      shown.set(student.id, newest);
    };
    const disconnect = connectGrid({
      grid,
      outbox,
      targets: new Map(
        loaded.students.map((student) => [student.id, bookLineSaveTarget(page, student, nameOf(student))]),
      ),
      // Until the server answers its own.
      onEnqueued: (id) =>
        grid.show(id, { percentage: computeRowPercentage(grid.view(id).values, loaded.assesments, loaded.weightings) }),
      onEvent: (id) => {
        const student = rows.get(id);
        if (student) show(student);
      },
    });
    // Rows that were loaded again, and answers since the first rendering.
    for (const student of loaded.students) show(student);
    return disconnect;
  }, [grid, shown, loaded, page, outbox]);

  return grid;
}

interface Sources {
  loaded: LoadedBookPage;
  page: BookPageFields;
  outbox: Outbox;
}

/** The server's last values of a student. */
const newestOf = (student: MarkBookStudent, { loaded, page, outbox }: Sources): MarkBookStudent =>
  outbox.answerSince(bookLineSaveTarget(page, student).id, loaded.version, bookLineSaveKind.isAnswer) ?? student;

/** The server's last values with what the user typed since. */
function newestValues(student: MarkBookStudent, { loaded, page, outbox }: Sources): RowValues {
  const values = toPageRowValues(newestOf(student, { loaded, page, outbox }), loaded.assesments);
  const { waiting } = outbox.state(bookLineSaveTarget(page, student).id);
  if (!waiting) return values;
  const typed = { ...values, ...newestTypedValues(waiting) };
  return { ...typed, percentage: computeRowPercentage(typed, loaded.assesments, loaded.weightings) };
}
