import { useMemo, useRef, useState } from 'react';
import type { CodeListName } from '#shared/students/code-lists.ts';
import type { CodeChoice } from '#shared/students/codes.ts';
import type { StudentField } from '#shared/students/fields.ts';
import { type ClassListPreview, studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { fieldsToRow } from '#shared/students/spreadsheets/row-cells.ts';
import { createUploadedValueReader } from '#shared/students/spreadsheets/uploaded-values.ts';
import { attempt } from '../../../acts/attempt.ts';
import { noticeFailure } from '../../../acts/notice-failure.ts';
import { call } from '../../../api/call.ts';
import {
  answerRow,
  type ConfirmRow,
  correctRow,
  findDuplicateRows,
  findUnansweredQuestion,
  hasAnotherName,
  keepOrTakeField,
  type RowAnswer,
  toConfirmRow,
} from './confirm-rows.ts';

/** The rows of a chosen file, while they are corrected, answered and removed. `acts` is referentially stable. */
export function useConfirmRows({ rows: previewed, columns, lists }: ClassListPreview) {
  const [rows, setRows] = useState(() => previewed.map((one) => toConfirmRow(one, columns)));
  const [isTouched, setTouched] = useState(false);
  // The answer has every list of the school; the contract does not have their names.
  const read = useMemo(
    () => createUploadedValueReader({ ...lists, codes: lists.codes as Record<CodeListName, CodeChoice[]> }),
    [lists],
  );
  /** The latest correction of each row: answers about earlier ones are stale. */
  const latest = useRef(new Map<number, number>());

  const acts = useMemo(() => {
    const change = (number: number, how: (row: ConfirmRow) => ConfirmRow) => {
      setTouched(true);
      setRows((now) => now.map((one) => (one.row === number ? how(one) : one)));
    };
    return {
      correct: async (row: ConfirmRow, field: StudentField, text: string) => {
        const next = correctRow(row, [field, text], read);
        const turn = (latest.current.get(row.row) ?? 0) + 1;
        latest.current.set(row.row, turn);
        const isLatest = () => latest.current.get(row.row) === turn;
        change(row.row, () => next);
        const judge = async () => {
          const data = [{ row: row.row, ...fieldsToRow(next.cells, columns) }];
          const [judged] = (await call(studentSpreadsheetsContract.checkRegistrationRows, { data, columns })).rows;
          if (!judged || !isLatest()) return;
          change(row.row, ({ isAnother, isSame, kept }) => ({
            ...toConfirmRow(judged, columns),
            // The user's answers are about the matched student.
            ...(judged.match?.student_id === row.match?.student_id && judged.far_id === row.farId
              ? { isAnother, isSame }
              : {}),
            kept,
          }));
        };
        // The row is judged again when it is uploaded.
        const isJudged = await attempt(judge, noticeFailure);
        if (!isJudged && isLatest()) change(row.row, (one) => ({ ...one, isChecking: false }));
      },
      setAnother: (number: number, isAnother: boolean) => change(number, (row) => ({ ...row, isAnother })),
      answer: (number: number, answer: RowAnswer) => change(number, (row) => answerRow(row, answer)),
      /** Answers every open question, except of rows with another name, which are answered one by one. */
      answerAll: (answer: RowAnswer) => {
        setTouched(true);
        setRows((now) =>
          now.map((row) =>
            row.match === null || findUnansweredQuestion(row) === null || hasAnotherName(row)
              ? row
              : answerRow(row, answer),
          ),
        );
      },
      keep: (number: number, field: StudentField, isKept: boolean) =>
        change(number, (row) => keepOrTakeField(row, field, isKept)),
      keepEverywhere: (field: StudentField, isKept: boolean) =>
        setRows((now) => now.map((row) => (field in row.was ? keepOrTakeField(row, field, isKept) : row))),
      remove: (keys: ReadonlySet<string>) => {
        setTouched(true);
        setRows((now) => now.filter(({ row }) => !keys.has(String(row))));
      },
    };
  }, [read, columns]);
  return {
    rows,
    duplicates: useStableMap(useMemo(() => findDuplicateRows(rows, read), [rows, read])),
    isTouched,
    acts,
  };
}
export type ConfirmRowActs = ReturnType<typeof useConfirmRows>['acts'];

/** The previous map where the new one is equal, so that memos which depend on it stay valid. */
function useStableMap(duplicates: ReadonlyMap<number, string>): ReadonlyMap<number, string> {
  const before = useRef(duplicates);
  const isSame =
    before.current.size === duplicates.size && [...duplicates].every(([row, text]) => before.current.get(row) === text);
  if (!isSame) before.current = duplicates;
  return before.current;
}
