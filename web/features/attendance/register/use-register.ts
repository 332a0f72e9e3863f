import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { RegisterRow } from '#shared/attendance/calls/register-calls.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { registerCellName } from '#shared/attendance/register-marks.ts';
import type { Output } from '#shared/http/contract.ts';
import { studentNameApart } from '#shared/people/shared-names.ts';
import { queryWith } from '../../../api/query.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import { newestTypedValues, type SaveTarget, type TypedValue } from '../../../outbox/pending-record.ts';
import {
  groupCellsByStudent,
  isRecordOfDay,
  type RegisterField,
  registerSaveKind,
  toRegisterSaveTarget,
} from './register-save.ts';

/** `version` is the outbox's when the request was sent: answers to later saves are newer than its rows. */
export type LoadedRegister = Output<typeof attendanceContract.readAttendanceRegister> & { version: number };

/** Milliseconds between two polls of an open register for new scans. */
const pollInterval = 30_000;

/** A class on a day, by default today at the school. */
export function useRegister(classId: string, date: string | null, outbox: Outbox) {
  const input = { class_id: classId, ...(date === null ? {} : { date }) };
  return useQuery({
    ...queryWith(attendanceContract.readAttendanceRegister, input, async (ask): Promise<LoadedRegister> => {
      await outbox.ready;
      const version = outbox.version();
      return { ...(await ask()), version };
    }),
    refetchInterval: pollInterval,
    gcTime: 0,
  });
}

export interface RegisterEntry {
  row: RegisterRow;
  field: RegisterField;
  value: TypedValue;
  /** Time of the entry that the user has seen and replaces. */
  over?: string | undefined;
}

/**
 * The rows of the day as the server sent them last, with the entries made here since. Entries go to the outbox, all of
 * them in one request.
 */
export function useRegisterRows(loaded: LoadedRegister, outbox: Outbox) {
  const day = useMemo(() => toRegisterSaveTarget(loaded.class_id, loaded.date, null), [loaded.class_id, loaded.date]);
  const answers = useAnswers(day, outbox);
  useSyncExternalStore(outbox.subscribe, outbox.version);
  const nameOf = useMemo(() => studentNameApart(loaded.students), [loaded.students]);
  const waiting = outbox
    .states()
    .flatMap(({ waiting: one }) => (one && isRecordOfDay(one.id, day) ? [newestTypedValues(one)] : []));
  const typed = groupCellsByStudent(Object.assign({}, ...waiting));
  const rows = loaded.students.map((row): RegisterRow => {
    const answer = answers.get(row.student_id);
    return { ...row, ...(answer && answer.version > loaded.version && answer.row), ...typed.get(row.student_id) };
  });
  const enter = (entries: readonly RegisterEntry[], why: string | null = null) => {
    const changed = entries.filter(({ row, field, value }) => row[field] !== value);
    const typedOf = ({ row, field, value, over }: RegisterEntry) => ({
      field: registerCellName(row.student_id, field),
      value,
      was: row[field],
      over,
    });
    if (changed.length === 0) return;
    const names = Object.fromEntries(changed.map(({ row }) => [row.student_id, nameOf(row)]));
    const target = toRegisterSaveTarget(loaded.class_id, loaded.date, why);
    void outbox.enqueue({ ...target, names }, changed.map(typedOf));
  };
  return { rows, day, enter };
}

type Answers = Map<string, { row: object; version: number }>;

/** The answers to saves of the day since it was opened, by student. */
function useAnswers(day: SaveTarget, outbox: Outbox): Answers {
  const answers = useMemo(() => ({ of: day, byStudent: new Map() as Answers }), [day]).byStudent;
  useEffect(
    () =>
      outbox.onEvent((event) => {
        if (!isRecordOfDay(event.id, day)) return;
        // The outbox increments its version after the event.
        const version = outbox.version() + 1;
        const note = (studentId: string, row: object) =>
          answers.set(studentId, { row: { ...answers.get(studentId)?.row, ...row }, version });
        if (event.kind === 'replaced') {
          for (const [studentId, row] of groupCellsByStudent({ [event.field]: event.value })) note(studentId, row);
        } else if (registerSaveKind.isAnswer(event.answer)) {
          for (const row of event.answer.students) note(row.student_id, row);
        }
      }),
    [day, outbox, answers],
  );
  return answers;
}
