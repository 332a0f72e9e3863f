import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { studentNameApart } from '#shared/people/shared-names.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { SubjectLineRow } from '#shared/term-reports/report-rows.ts';
import { queryWith } from '../../api/query.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { OutboxEvent } from '../../outbox/outbox-dependencies.ts';
import { newestTypedValues, type SaveTarget, type TypedValue } from '../../outbox/pending-record.ts';
import type { RefusedTextsOfRecord } from './record/use-field-draft.ts';
import {
  reportSubjectSaveKind,
  reportSubjectSaveTarget,
  termReportSaveKind,
  termReportSaveTarget,
} from './report-saves.ts';

/**
 * `version` is the outbox's version when the class was requested: answers to later saves are newer than these rows.
 * Students of one name have their id behind it, on every screen of the class.
 */
export type LoadedClassReports = Output<typeof termReportsContract.readClassTermReports> & { version: number };
export type StudentRecord = LoadedClassReports['data'][number];

/** Loads a class once when it is opened, and again after acts on the whole class. */
export function useClassReportsQuery({
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
    ...queryWith(termReportsContract.readClassTermReports, input, async (ask): Promise<LoadedClassReports> => {
      await outbox.ready;
      const version = outbox.version();
      const answer = await ask();
      const nameOf = studentNameApart(answer.data);
      return { ...answer, data: answer.data.map((row) => ({ ...row, name: nameOf(row) })), version };
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

type Rows = Map<string, StudentRecord>;

/**
 * The class's records: the server's last answers, with the user's typed values over them. Typed values go to the
 * outbox, which reports the answer to a save before it drops the value.
 */
export function useStudentRecords(
  loaded: LoadedClassReports,
  { outbox, titleOf }: { outbox: Outbox; titleOf: (subjectId: string) => string },
) {
  const rows = useMemo(() => withLaterAnswers(loaded, outbox), [loaded, outbox]);
  useSyncExternalStore(outbox.subscribe, outbox.version);
  useEffect(() => {
    // Applies answers that came between rendering and this effect.
    for (const [studentId, row] of withLaterAnswers(loaded, outbox)) rows.set(studentId, row);
    return outbox.onEvent((event) => applyEvent(rows, event));
  }, [rows, loaded, outbox]);

  return {
    record: (studentId: string): StudentRecord | undefined => {
      const row = rows.get(studentId);
      return row && withTyped(row, outbox);
    },
    write: (record: StudentRecord, field: string, value: TypedValue) => {
      const was = (record as unknown as Record<string, TypedValue>)[field] ?? null;
      if (value !== was) void outbox.enqueue(termReportSaveTarget(record), [{ field, value, was }]);
    },
    writeSubject: (record: StudentRecord, line: SubjectLineRow, field: string, value: TypedValue) => {
      const was = (line as unknown as Record<string, TypedValue>)[field] ?? null;
      const target = reportSubjectSaveTarget(record, line.subject_id, titleOf(line.subject_id));
      if (value !== was) void outbox.enqueue(target, [{ field, value, was }]);
    },
    /** Texts that fields of a record refused, by the fields' `data-field`. */
    refused: (record: StudentRecord): RefusedTextsOfRecord => ({
      of: (name) => {
        const { target, field } = fieldOf(record, name, titleOf);
        return outbox.refused(target.id)[field] ?? null;
      },
      keep: (name, refused) => {
        const { target, field } = fieldOf(record, name, titleOf);
        if (!refused && !outbox.refused(target.id)[field]) return;
        const kept = refused && { typed: refused.typed, message: refused.message };
        void outbox.enqueue(target, [{ field, value: null, was: null, refused: kept }]);
      },
    }),
  };
}

export type StudentRecordsState = ReturnType<typeof useStudentRecords>;

/** Ids of all outbox records of a student's term report. */
export const listOutboxIdsOfReport = (record: StudentRecord): string[] => [
  termReportSaveTarget(record).id,
  ...record.table2_records.map((line) => reportSubjectSaveTarget(record, line.subject_id).id),
];

/** The outbox record and field of a `data-field`: "comments" of the report, or "MATH/exam_mark" of a subject. */
function fieldOf(
  record: StudentRecord,
  name: string,
  titleOf: (subjectId: string) => string,
): { target: SaveTarget; field: string } {
  const end = name.lastIndexOf('/');
  const subjectId = name.slice(0, end);
  const target =
    end < 0 ? termReportSaveTarget(record) : reportSubjectSaveTarget(record, subjectId, titleOf(subjectId));
  return { target, field: name.slice(end + 1) };
}

/** The `data-field` of a field of the student's outbox records; undefined for another student's. */
export function findDataField(record: StudentRecord, id: string, field: string): string | undefined {
  if (id === termReportSaveTarget(record).id) return field;
  const line = record.table2_records.find(({ subject_id }) => reportSubjectSaveTarget(record, subject_id).id === id);
  return line && `${line.subject_id}/${field}`;
}

/** The loaded rows, with the answers to later saves. */
function withLaterAnswers({ data, version }: LoadedClassReports, outbox: Outbox): Rows {
  const rows = data.map((row): StudentRecord => {
    const report = outbox.answerSince(termReportSaveTarget(row).id, version, termReportSaveKind.isAnswer);
    const table2_records = row.table2_records.map(
      (line) =>
        outbox.answerSince(reportSubjectSaveTarget(row, line.subject_id).id, version, reportSubjectSaveKind.isAnswer) ??
        line,
    );
    return { ...row, ...report, name: row.name, table2_records };
  });
  return new Map(rows.map((row) => [row.student_id, row]));
}

function withTyped(row: StudentRecord, outbox: Outbox): StudentRecord {
  const typed = (id: string) => {
    const { waiting } = outbox.state(id);
    return waiting ? newestTypedValues(waiting) : {};
  };
  return {
    ...row,
    ...typed(termReportSaveTarget(row).id),
    table2_records: row.table2_records.map((line) => ({
      ...line,
      ...withCurrentMaximum(line, typed(reportSubjectSaveTarget(row, line.subject_id).id)),
    })),
  };
}

/** A new exam mark is out of the current maximum, unless the change says otherwise. */
const withCurrentMaximum = (line: SubjectLineRow, change: Partial<SubjectLineRow>): Partial<SubjectLineRow> =>
  change.exam_mark === undefined || change.exam_mark === line.exam_mark ? change : { exam_out_of: null, ...change };

/** Applies the answer to a save, or a value that replaces a typed one. */
function applyEvent(rows: Rows, event: OutboxEvent): void {
  const row = [...rows.values()].find((one) => listOutboxIdsOfReport(one).includes(event.id));
  if (!row) return;
  const answered = event.kind === 'saved' ? event.answer : undefined;
  const replaced = event.kind === 'replaced' ? { [event.field]: event.value } : {};
  const report = termReportSaveKind.isAnswer(answered) ? answered : replaced;
  const line = reportSubjectSaveKind.isAnswer(answered) ? answered : replaced;
  const isOfReport = event.id === termReportSaveTarget(row).id;
  const table2_records = row.table2_records.map((before) =>
    event.id === reportSubjectSaveTarget(row, before.subject_id).id
      ? { ...before, ...withCurrentMaximum(before, line) }
      : before,
  );
  rows.set(row.student_id, { ...row, ...(isOfReport && report), name: row.name, table2_records });
}
