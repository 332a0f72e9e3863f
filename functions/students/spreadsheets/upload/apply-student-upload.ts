import { pluralize } from '#shared/pluralize.ts';
import type { ConfirmedRow } from '#shared/students/spreadsheets/contract.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { rowToFields } from '#shared/students/spreadsheets/row-cells.ts';
import { createUploadedValueReader } from '#shared/students/spreadsheets/uploaded-values.ts';
import { sheetWordings } from '#shared/students/wordings.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { runJob } from '../../../platform/jobs/run-job.ts';
import { readJob } from '../../../platform/jobs/store.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import {
  lastIdOfRunningUpload,
  lastPlannedStudentIdKey,
  planStudentIdsAction,
} from '../../records/planned-student-ids.ts';
import { valueListsOfSchool } from '../../records/value-reader.ts';
import { uploadJobName as name, undoableUploads } from '../upload-acts.ts';
import { judgeRows, type UnjudgedRow } from './judge-rows.ts';
import { readKnownStudents } from './known-students.ts';
import { computeNewIds, planRow } from './plan-rows.ts';
import { batchPlannedRows } from './planned-row.ts';
import { toUploadAnswer } from './student-upload.ts';

type Confirmed = { data: ConfirmedRow[]; columns?: string[] | undefined };

export const applyStudentUpload = callHandler(studentSpreadsheetsContract.applyStudentUpload, {
  handle: async ({ input, caller, request }) => {
    const key = request.idempotencyKey;
    refuseRepeatedRows(input.data);
    refuseUnnamedCells(input);
    const isKnown = (await readJob(name, key)) !== undefined;
    const batches = isKnown ? [] : await planUpload(input, { caller, request });
    return toUploadAnswer(await runJob({ name, key, plan: async () => batches, by: { caller, request } }));
  },
});

/** @throws ValidationError where the list names a row of the file twice */
function refuseRepeatedRows(rows: readonly ConfirmedRow[]): void {
  const numbers = new Set(rows.map(({ row }) => row));
  if (numbers.size < rows.length) throw new ValidationError({ data: [sheetWordings.rowTwice] });
}

/** @throws ValidationError where a row has a cell of a column that `columns` does not name */
function refuseUnnamedCells({ data, columns = [] }: Confirmed): void {
  if (data.some(({ more }) => more.length > columns.length))
    throw new ValidationError({ columns: [sheetWordings.columnsMissing] });
}

/**
 * The student of a row that is sent as the preview answered it: the one that it named, or nobody. Undefined without an
 * answer.
 */
const matchedStudent = ({ match }: ConfirmedRow): string | null | undefined =>
  match === undefined ? undefined : (match?.student_id ?? null);

/**
 * Plans what the run does with each row, judged by what is stored now, and makes the upload undoable before the run
 * starts.
 */
async function planUpload({ data, columns = [] }: Confirmed, by: Authorship): Promise<string[][]> {
  const rows = data.map((row): UnjudgedRow & { was: Record<string, string> | undefined } => ({
    row: row.row,
    typed: rowToFields(row, columns),
    studentId: row.student_id === undefined ? matchedStudent(row) : row.student_id,
    isSame: row.is_same ?? false,
    isAnother: row.is_another ?? false,
    was: row.was,
  }));
  const read = createUploadedValueReader(valueListsOfSchool(by.request.now));
  return retryRefused({
    read: async () => {
      const { before } = await readItems({ before: lastPlannedStudentIdKey() });
      // The run is read before the register: what it wrote since is in the register.
      const planned = await lastIdOfRunningUpload(before);
      return { before, planned, known: await readKnownStudents() };
    },
    attempt: async ({ before, planned: lastPlanned, known }): Promise<string[][] | 'refused'> => {
      const judged = judgeRows(rows, { known, read });
      const ids = computeNewIds(judged, [...known.ids, lastPlanned]);
      const planned = judged.map((one, index) => {
        const { was = {}, isAnother = false } = rows[index] ?? {};
        return planRow(one, { was, newId: ids.get(one.row), isAnother });
      });
      const last = [...ids.values()].at(-1);
      const outcome = await commit({
        by,
        changes: [
          ...(last === undefined
            ? []
            : [planStudentIdsAction({ last, job: name, upload: by.request.idempotencyKey }, before)]),
        ],
        undo: undoableUploads.keep({
          change: { kind: 'students uploaded', details: { rows: planned.length } },
          what: `${pluralize(planned.length, 'student')} uploaded`,
        }),
        trail: {
          subject: 'student-uploads',
          changes: [{ field: 'upload', before: null, after: { rows: planned.length } }],
        },
      });
      return isRefused(outcome) ? 'refused' : batchPlannedRows(planned);
    },
    what: 'the register',
  });
}
