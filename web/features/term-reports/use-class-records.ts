import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { SubjectLineRow } from '#shared/term-reports/records.ts';
import { call } from '../../api/call.ts';
import { queryKeyOf } from '../../api/query.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { reportSubjectOf, termReportOf } from '../../outbox/saves.ts';
import { type FieldValue, typedValues } from '../../outbox/waiting.ts';

/** `version` is the outbox's when the class was asked for: answers to saves that came later are newer than its rows. */
export type LoadedClass = Output<typeof termReportsContract.classTermReports> & { version: number };
export type StudentRecord = LoadedClass['data'][number];
export type { SubjectLineRow };

/** Loads a class once, when it is opened or something was done to it as a whole. */
export function useClass({
  classId,
  year,
  term,
  outbox,
}: {
  classId: string;
  year: number;
  term: number;
  outbox: Outbox;
}) {
  const input = { class_id: classId, year: String(year), term: String(term) };
  return useQuery({
    queryKey: queryKeyOf(termReportsContract.classTermReports, input),
    queryFn: async ({ signal }): Promise<LoadedClass> => {
      await outbox.ready;
      const version = outbox.version();
      return { ...(await call(termReportsContract.classTermReports, input, { signal })), version };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** A student's record as it was when the outbox had that version; answers that came later are newer. */
interface Known {
  row: StudentRecord;
  version: number;
}
type Rows = ReadonlyMap<string, Known>;

const rowsOf = ({ data, version }: LoadedClass): Rows => new Map(data.map((row) => [row.student_id, { row, version }]));

/**
 * The class's records as the server said last, and over it what the user typed since; typed values go to the outbox. An answer
 * is taken from the outbox itself: its event comes a moment after the typed value has ceased to wait, and the value
 * before would show in between.
 */
export function useRecords(loaded: LoadedClass, outbox: Outbox) {
  const [rows, setRows] = useState<Rows>(() => rowsOf(loaded));
  useSyncExternalStore(outbox.subscribe, outbox.version);
  useEffect(() => {
    setRows(rowsOf(loaded));
    return outbox.onEvent((event) => setRows((before) => afterEvent(before, event, outbox)));
  }, [loaded, outbox]);

  return {
    record: (studentId: string): StudentRecord | undefined => {
      const known = rows.get(studentId);
      return known && withTyped(caughtUp(known, outbox), outbox);
    },
    write: (record: StudentRecord, field: string, value: FieldValue) => {
      const was = (record as unknown as Record<string, FieldValue>)[field] ?? null;
      if (value !== was) void outbox.take(termReportOf(record), [{ field, value, was }]);
    },
    writeSubject: (record: StudentRecord, line: SubjectLineRow, field: string, value: FieldValue) => {
      const was = (line as unknown as Record<string, FieldValue>)[field] ?? null;
      if (value !== was) void outbox.take(reportSubjectOf(record, line.subject_id), [{ field, value, was }]);
    },
  };
}

export type Records = ReturnType<typeof useRecords>;

/** Every outbox record of a student's term report. */
export const targetsOf = (record: StudentRecord): string[] => [
  termReportOf(record).id,
  ...record.table2_records.map((line) => reportSubjectOf(record, line.subject_id).id),
];

/** The `data-field` of a field of one of the student's outbox records; undefined for another student's. */
export function shownAs(record: StudentRecord, id: string, field: string): string | undefined {
  if (id === termReportOf(record).id) return field;
  const line = record.table2_records.find(({ subject_id }) => reportSubjectOf(record, subject_id).id === id);
  return line && `${line.subject_id}/${field}`;
}

/** A record with the answers that came since. */
function caughtUp({ row, version }: Known, outbox: Outbox): StudentRecord {
  const report = outbox.answerSince(termReportOf(row).id, version) as Partial<StudentRecord> | undefined;
  const lines = row.table2_records.map((line) => {
    const answer = outbox.answerSince(reportSubjectOf(row, line.subject_id).id, version);
    return (answer as SubjectLineRow | undefined) ?? line;
  });
  return { ...row, ...report, table2_records: lines };
}

function withTyped(row: StudentRecord, outbox: Outbox): StudentRecord {
  const typed = (id: string) => {
    const { waiting } = outbox.state(id);
    return waiting ? typedValues(waiting) : {};
  };
  return {
    ...row,
    ...typed(termReportOf(row).id),
    table2_records: row.table2_records.map((line) => ({
      ...line,
      ...outOfToday(line, typed(reportSubjectOf(row, line.subject_id).id)),
    })),
  };
}

/** Another exam mark than the row's counts out of today's maximum, unless it says what it is out of. */
const outOfToday = (line: SubjectLineRow, change: Partial<SubjectLineRow>): Partial<SubjectLineRow> =>
  change.exam_mark === undefined || change.exam_mark === line.exam_mark ? change : { exam_out_of: null, ...change };

type Event = Parameters<Parameters<Outbox['onEvent']>[0]>[0];

/** The rows after a save was answered, or a typed value given up. */
function afterEvent(rows: Rows, event: Event, outbox: Outbox): Rows {
  const [save, studentId = '', , , subjectId] = event.id.split('/');
  const known = rows.get(studentId);
  if (!known || (save !== 'termReport' && save !== 'reportSubject')) return rows;
  const row = caughtUp(known, outbox);
  const change = event.kind === 'saved' ? (event.answer as object) : { [event.field]: event.value };
  const after =
    save === 'termReport'
      ? { ...row, ...change }
      : {
          ...row,
          table2_records: row.table2_records.map((line) =>
            line.subject_id === subjectId ? { ...line, ...outOfToday(line, change) } : line,
          ),
        };
  return new Map(rows).set(studentId, { row: after, version: outbox.version() });
}
