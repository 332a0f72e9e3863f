import { Trash2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { pluralize } from '#shared/pluralize.ts';
import { type StudentField, studentFields } from '#shared/students/fields.ts';
import type { ClassListPreview, UploadedRow, UploadStatus } from '#shared/students/spreadsheets/contract.ts';
import { studentScreenWordings } from '#shared/students/wordings.ts';
import { useClassChangeNote } from '../../../pickers/closed-term-notes.ts';
import { useSession } from '../../../session/session.ts';
import { DataTable } from '../../../tables/data-table.tsx';
import type { TableState } from '../../../tables/table-state.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useMedia } from '../../../ui/screen/use-media.ts';
import { NoteList, OtherSheets, ReadingNotes } from '../../../uploads/file-preview.tsx';
import { createConfirmColumns, nameOfRow, reasonOfRow } from './confirm-columns.tsx';
import {
  type ConfirmRow,
  hasAnotherName,
  judgeRow,
  listChangedFields,
  orderColumnsRefusedFirst,
  type RowVerdict,
  toConfirmedRow,
} from './confirm-rows.ts';
import { LeftOutRows, listLeftOutRows, storeLeftOutList } from './left-out-rows.tsx';
import styles from './upload.module.css';
import { UploadOutcome, UploadProgress } from './upload-outcome.tsx';
import { type ConfirmRowActs, useConfirmRows } from './use-confirm-rows.ts';
import type { ListUploadState } from './use-list-upload.ts';

interface ConfirmListProps {
  preview: ClassListPreview;
  /** Name of the file. */
  name: string;
  upload: ListUploadState;
  /** The outcome of the rows, once the upload has ended. */
  end: UploadStatus | null;
  onClose: () => void;
}

const noRows: readonly ConfirmRow[] = [];
/** So many rows leave most of the largest window empty. */
const fewRows = 8;
/** Most reasons that a phone lists above the table. */
const mostReasons = 20;
const asItOpens: TableState = { search: '', sort: null, filters: {}, columns: null };

/** The rows of a file before they are uploaded, and with their outcome afterwards (product §2). */
export function ConfirmList({ preview, name, upload, end, onClose }: ConfirmListProps) {
  const list = useConfirmRows(preview);
  const fields = useMemo(() => orderColumnsRefusedFirst(preview), [preview]);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [state, setState] = useState(asItOpens);
  const uploaded = useMemo(() => end && new Map(end.rows.map((row) => [row.row, row])), [end]);
  const { acts, duplicates } = list;
  const [read, setRead] = useState<string | null>(null);
  const columns = useMemo(() => {
    const onRead = (row: number, text: string) => setRead(`Row ${row}: ${text}`);
    return createConfirmColumns({ fields, duplicates, acts, uploaded, onRead });
  }, [fields, duplicates, acts, uploaded]);
  const verdicts = useMemo(() => Map.groupBy(list.rows, (row) => judgeRow(row, duplicates)), [list.rows, duplicates]);
  const wanted = [...(verdicts.get('New') ?? []), ...(verdicts.get('Changes') ?? [])];
  const isChecking = list.rows.some((row) => row.isChecking);
  const leftOut = (of: ReadonlyMap<number, UploadedRow>) =>
    listLeftOutRows({ rows: list.rows, fields, duplicates, uploaded: of });
  const userId = useSession()?.id ?? '';
  const confirm = () =>
    void upload.confirm(
      wanted.map((row) => toConfirmedRow(row, preview.columns)),
      preview.columns as StudentField[],
      () => storeLeftOutList(userId, leftOut(new Map())),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: stored once, as the list is at the end
  useEffect(() => {
    if (uploaded) storeLeftOutList(userId, leftOut(uploaded));
  }, [uploaded]);
  const remove = () => {
    acts.remove(selection);
    setSelection(new Set());
  };
  const isOver = end !== null;
  return (
    <Dialog
      openedBy="answer"
      open
      mustAnswer={!isOver}
      // Escape must not discard corrections: only Cancel does.
      onClose={() => (isOver || !(list.isTouched || upload.isBusy)) && onClose()}
      // The window keeps its size while its rows are searched.
      size={list.rows.length > fewRows ? 'full' : 'wide'}
      title="Upload Students"
      footer={
        isOver ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={upload.isBusy}>
              Cancel
            </Button>
            <Button icon={Trash2} unavailable={selection.size === 0 || upload.isBusy} onClick={remove}>
              {selection.size === 0 ? 'Delete Records' : `Delete Records (${selection.size})`}
            </Button>
            <Button
              variant="primary"
              busy={upload.isBusy}
              unavailable={wanted.length === 0 || isChecking}
              onClick={confirm}
            >
              {wanted.length === 0 ? 'Confirm Upload' : `Confirm Upload (${wanted.length})`}
            </Button>
          </>
        )
      }
    >
      <Stack narrow gap={12}>
        {upload.problem !== null && <Alert tone="error">{upload.problem}</Alert>}
        {end && <UploadOutcome end={end} />}
        {uploaded && <LeftOutRows list={leftOut(uploaded)} />}
        {upload.going ? (
          <UploadProgress going={upload.going} />
        ) : (
          <>
            <OtherSheets sheets={preview.sheets} />
            {!isOver && <Summary name={name} total={list.rows.length} verdicts={verdicts} notes={preview.notes} />}
            {!isOver && <Reasons rows={verdicts.get('Not possible') ?? noRows} duplicates={duplicates} />}
            {!isOver && wanted.some((row) => listChangedFields(row).includes('class_id')) && <ClassChangeNote />}
            {!isOver && <SameStudents rows={verdicts.get('Same student?') ?? noRows} acts={acts} />}
            {!isOver && <FieldChanges rows={list.rows} fields={fields} acts={acts} />}
            <div role="status">{read !== null && <Alert tone="info">{read}</Alert>}</div>
            <DataTable
              label={isOver ? 'Uploaded students' : 'Students to upload'}
              rows={list.rows}
              columns={columns}
              keyOf={({ row }) => String(row)}
              state={state}
              onChange={(change) => setState((now) => ({ ...now, ...change }))}
              searchPlaceholder="Any cell"
              nothingFound="No row found"
              isInWindow
              {...(isOver ? {} : { selection, onSelection: setSelection })}
            />
          </>
        )}
      </Stack>
    </Dialog>
  );
}

/** Why rows cannot be uploaded, on a phone, where the table has no room for a sentence. */
function Reasons({ rows, duplicates }: { rows: readonly ConfirmRow[]; duplicates: ReadonlyMap<number, string> }) {
  const isSmall = useMedia('(max-width: 640px)');
  if (!isSmall) return null;
  return (
    <NoteList
      tone="warning"
      title={studentScreenWordings.cannotBeUploaded}
      label={studentScreenWordings.cannotBeUploaded}
      notes={rows.slice(0, mostReasons).map((row) => ({
        key: row.row,
        text: `Row ${row.row}, ${nameOfRow(row)}: ${reasonOfRow(row, duplicates) ?? ''}`,
      }))}
      total={rows.length}
    />
  );
}

/** Note from when changes of class count, where the current term is closed. */
function ClassChangeNote() {
  const note = useClassChangeNote();
  return note === undefined ? null : <Alert tone="info">{note}</Alert>;
}

interface SummaryProps {
  name: string;
  total: number;
  verdicts: ReadonlyMap<RowVerdict, readonly unknown[]>;
  notes: readonly string[];
}

function Summary({ name, total, verdicts, notes }: SummaryProps) {
  const count = (verdict: RowVerdict) => verdicts.get(verdict)?.length ?? 0;
  const parts = [
    [count('New'), 'new'],
    [count('Changes'), 'with changes of existing students'],
    [count('As before'), 'without changes'],
    [count('Same student?'), 'whose ID exists with other zeros'],
    [count('ID right?'), 'whose ID is far from the others'],
    [count('Not possible'), 'that cannot be uploaded as they are'],
  ] as const;
  return (
    <Stack align="start" gap={4} className={styles.summary}>
      <p role="status">
        <strong>{name}</strong>: {total === 1 ? '1 row' : `${total} rows`}
        {parts.filter(([number]) => number > 0).map(([number, what]) => `, ${number} ${what}`)}.
      </p>
      {count('Not possible') > 0 && (
        <p>Correct the marked cells here, or leave them: such rows are left out, and the others are uploaded.</p>
      )}
      <ReadingNotes notes={notes} />
    </Stack>
  );
}

/**
 * The question about rows whose ids differ from ids of the school in zeros alone, for all at once (rule 55). Nothing
 * where there are none.
 */
function SameStudents({ rows, acts }: { rows: readonly ConfirmRow[]; acts: ConfirmRowActs }) {
  const [first] = rows;
  if (!first) return null;
  const others = rows.filter(hasAnotherName).length;
  const all = rows.length - others;
  return (
    <Alert tone="warning">
      <p>
        {pluralize(rows.length, 'ID')} of the file {rows.length === 1 ? 'exists' : 'exist'} with other zeros at the
        start, such as {first.match?.student_id} for {first.cells.get('id')}. Until you say whether these are the same
        students, the rows are left out.
        {others > 0 &&
          ` ${others} of them ${others === 1 ? 'has another name here and is' : 'have another name here and are'} answered in the row.`}
      </p>
      {all > 0 && (
        <Row as="span" align="stretch" wrap gap={8} above={8}>
          <Button onClick={() => acts.answerAll('same')}>
            {all === 1 ? 'It is the same student' : `All ${all} are the same students`}
          </Button>
          <Button onClick={() => acts.answerAll('another')}>
            {all === 1 ? 'It is another student' : `All ${all} are other students`}
          </Button>
        </Row>
      )}
    </Alert>
  );
}

interface FieldChangesProps {
  rows: readonly ConfirmRow[];
  fields: readonly StudentField[];
  acts: ConfirmRowActs;
}

/** The fields of existing students that the file would change: each accepted or rejected for all of them. */
function FieldChanges({ rows: all, fields, acts }: FieldChangesProps) {
  const changing = fields
    .map((field) => ({ field, rows: all.filter((row) => isChange(row, field)) }))
    .filter(({ rows }) => rows.length > 0);
  if (changing.length === 0) return null;
  return (
    <Row as="fieldset" align="stretch" wrap gap={6} across={16} className={styles.fields}>
      <legend>{studentScreenWordings.changesToStudents}</legend>
      {changing.map(({ field, rows }) => {
        const kept = rows.filter((row) => row.kept.has(field)).length;
        return (
          <Row as="label" inline gap={6} key={field}>
            <input
              type="checkbox"
              checked={kept < rows.length}
              ref={(box) => {
                if (box) box.indeterminate = kept > 0 && kept < rows.length;
              }}
              onChange={() => acts.keepEverywhere(field, kept === 0)}
            />
            {studentFields[field].label} <span className={styles.muted}>{rows.length}</span>
          </Row>
        );
      })}
    </Row>
  );
}

const isChange = ({ match, problem, isAnother, was }: ConfirmRow, field: StudentField): boolean =>
  match !== null && problem === null && !isAnother && field in was;
