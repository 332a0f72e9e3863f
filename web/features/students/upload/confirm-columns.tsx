import { Badge } from '@aws-amplify/ui-react';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { type StudentField, studentFields } from '#shared/students/fields.ts';
import type { UploadedRow } from '#shared/students/spreadsheets/contract.ts';
import type { TableColumn } from '../../../tables/columns.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import {
  type ConfirmRow,
  explainRowNotUploadable,
  findUnansweredQuestion,
  judgeRow,
  type RowVerdict,
} from './confirm-rows.ts';
import styles from './upload.module.css';
import type { ConfirmRowActs } from './use-confirm-rows.ts';

const widths: Partial<Record<StudentField, number>> = { id: 120, class_id: 100, house_code: 120 };
const labels: Partial<Record<StudentField, string>> = { date_of_birth: 'DOB' };
const badges = {
  New: { variation: 'success' },
  Changes: { variation: 'info' },
  'As before': {},
  'Same student?': { variation: 'warning' },
  'ID right?': { variation: 'warning' },
  'Not possible': { variation: 'error' },
} as const;

interface ConfirmColumns {
  fields: readonly StudentField[];
  duplicates: ReadonlyMap<number, string>;
  acts: ConfirmRowActs;
  /** The outcome of the rows, once they were uploaded. */
  uploaded: ReadonlyMap<number, UploadedRow> | null;
  /** Shows the full text of a clipped cell. */
  onRead: (row: number, text: string) => void;
}

/** The columns of the confirm table (product §2): row and name, status, and each cell. */
export function createConfirmColumns({
  fields,
  duplicates,
  acts,
  uploaded,
  onRead,
}: ConfirmColumns): TableColumn<ConfirmRow>[] {
  return [
    {
      key: 'row',
      label: 'Row',
      width: 200,
      value: ({ row }) => row,
      text: (_value, row) => nameOfRow(row),
      cell: (row) => (
        <Row as="span" inline gap={6} className={styles.name} line="cut">
          <span className={styles.number}>{row.row}</span> {nameOfRow(row)}
        </Row>
      ),
    },
    uploaded
      ? {
          key: 'uploaded',
          label: 'Uploaded',
          width: 360,
          ownLine: 'field',
          isFiltered: true,
          value: ({ row }) => outcomeOf(uploaded.get(row)),
          cell: ({ row }) => <Outcome of={uploaded.get(row)} onRead={onRead} />,
        }
      : {
          key: 'verdict',
          label: 'Status',
          width: 360,
          ownLine: 'field',
          isFiltered: true,
          value: (row) => judgeRow(row, duplicates),
          cell: (row) => <Status row={row} duplicates={duplicates} acts={acts} onRead={onRead} />,
        },
    ...fields.map(
      (field): TableColumn<ConfirmRow> => ({
        key: field,
        label: labels[field] ?? studentFields[field].label,
        width: widths[field] ?? 150,
        value: ({ row, cells }) => (field === 'id' && uploaded?.get(row)?.id) || cells.get(field) || null,
        ...(uploaded
          ? {}
          : {
              ownLine: 'field',
              cell: (row) => <FieldCell row={row} field={field} isDouble={duplicates.has(row.row)} acts={acts} />,
            }),
      }),
    ),
  ];
}

export const nameOfRow = ({ cells, match }: ConfirmRow): string =>
  [cells.get('last_name'), cells.get('first_name')].filter(Boolean).join(', ') || match?.name || 'No name';

const outcomeOf = (row: UploadedRow | undefined): string =>
  row === undefined ? 'Left out' : row.error === 1 ? 'Error' : 'Uploaded';

function Outcome({ of: row, onRead }: { of: UploadedRow | undefined } & Pick<ConfirmColumns, 'onRead'>) {
  if (row === undefined) return <span className={styles.muted}>Left out</span>;
  const Icon = row.error === 1 ? CircleAlert : CircleCheck;
  return (
    <Row as="span" inline gap={6} className={row.error === 1 ? styles.error : styles.success}>
      <Icon size={16} aria-hidden />{' '}
      {row.message ? (
        <Clipped text={row.message} onRead={(text) => onRead(row.row, text)} />
      ) : (
        <Text line="cut">Uploaded</Text>
      )}
    </Row>
  );
}

/** A clipped text; a press shows all of it, on a phone too. */
const Clipped = ({ text, onRead }: { text: string; onRead: (text: string) => void }) => (
  <button type="button" className={styles.clipped} title={text} onClick={() => onRead(text)}>
    {text}
  </button>
);

/** The form of a student requires the pin, which a list may leave blank. */
const missingPin = `No ${studentFields.birth_certificate_no.label}: Edit Student will ask for it.`;

/** Why a row cannot be uploaded as it is; undefined for one that can be, or is only asked about. */
export function reasonOfRow(row: ConfirmRow, duplicates: ReadonlyMap<number, string>): string | undefined {
  const [cell] = [...row.refused].map(([field, reason]) => `${studentFields[field].label}: ${reason}`);
  return explainRowNotUploadable(row) ?? duplicates.get(row.row) ?? cell;
}

type StatusProps = { row: ConfirmRow } & Pick<ConfirmColumns, 'duplicates' | 'acts' | 'onRead'>;

function Status({ row, duplicates, acts, onRead }: StatusProps) {
  const verdict: RowVerdict = judgeRow(row, duplicates);
  const question = findUnansweredQuestion(row);
  const reason = reasonOfRow(row, duplicates) ?? question;
  const isAsked = row.match?.question != null || row.farId !== null;
  const isAnswered = isAsked && question === null && (row.isSame || row.isAnother);
  const isDoubtful = row.match?.is_certain === false && row.match.question === null;
  const same =
    row.match && `Same ${row.match.by} as ${row.match.name} (${row.match.student_id}), ${row.match.class_id}`;
  const noPin = row.cells.get('birth_certificate_no') ? null : missingPin;
  const said = reason ?? (verdict === 'New' ? noPin : same);
  return (
    <Row as="span" inline gap={6} className={styles.status}>
      <Badge {...badges[verdict]}>{row.isChecking ? 'Checking…' : verdict}</Badge>
      {isDoubtful && (
        <Button variant="quiet" onClick={() => acts.setAnother(row.row, !row.isAnother)}>
          {row.isAnother ? 'Is the same student' : 'Is another student'}
        </Button>
      )}
      {question !== null && row.match === null && (
        <Button variant="quiet" onClick={() => acts.answer(row.row, 'another')}>
          ID is right
        </Button>
      )}
      {question !== null && row.match !== null && (
        <>
          <Button variant="quiet" onClick={() => acts.answer(row.row, 'same')}>
            Same student
          </Button>
          <Button variant="quiet" onClick={() => acts.answer(row.row, 'another')}>
            Another student
          </Button>
        </>
      )}
      {isAnswered && (
        <Button variant="quiet" onClick={() => acts.answer(row.row, null)}>
          {row.farId !== null ? 'ID is right: change' : row.isSame ? 'Same student: change' : 'Another student: change'}
        </Button>
      )}
      {said !== null && <Clipped text={said} onRead={(text) => onRead(row.row, text)} />}
    </Row>
  );
}

interface FieldCellProps {
  row: ConfirmRow;
  field: StudentField;
  isDouble: boolean;
  acts: ConfirmRowActs;
}

function FieldCell({ row, field, isDouble, acts }: FieldCellProps) {
  const text = row.cells.get(field) ?? '';
  const reason = row.refused.get(field);
  const label = `${studentFields[field].label}, row ${row.row}`;
  const isInDoubt = explainRowNotUploadable(row) !== null || isDouble || (row.farId !== null && !row.isAnother);
  const isMark = field === 'id' || field === 'sea_no' || field === 'birth_certificate_no' || field === 'date_of_birth';
  if (reason !== undefined || (isInDoubt && isMark && text !== '')) {
    return (
      <CellInput label={label} text={text} reason={reason} onLeave={(typed) => void acts.correct(row, field, typed)} />
    );
  }
  const was = row.was[field];
  if (was === undefined || row.isAnother || explainRowNotUploadable(row) !== null) {
    return (
      <Text line="cut" title={text}>
        {text}
      </Text>
    );
  }
  const isKept = row.kept.has(field);
  return (
    <Row
      as="label"
      inline
      gap={6}
      className={styles.change}
      title={`${was || 'blank'} → ${text}`}
      data-kept={isKept || undefined}
    >
      <input
        type="checkbox"
        aria-label={`${label}: ${was || 'blank'} becomes ${text}`}
        checked={!isKept}
        onChange={() => acts.keep(row.row, field, !isKept)}
      />
      <Text className={styles.new} weight={600}>
        {text}
      </Text>
      <span className={styles.old}>{was || 'blank'}</span>
    </Row>
  );
}

interface CellInputProps {
  label: string;
  /** The text of the file, or the last correction. */
  text: string;
  /** Why the cell is refused; undefined where it may be correct. */
  reason: string | undefined;
  /** Called when the field is left after a change. */
  onLeave: (typed: string) => void;
}

/** An editable cell. It is judged when it is left (rule 40). */
function CellInput({ label, text, reason, onLeave }: CellInputProps) {
  const [typed, setTyped] = useState(text);
  const leave = () => {
    if (typed !== text) onLeave(typed);
  };
  return (
    <input
      className={styles.input}
      aria-label={reason === undefined ? label : `${label}: ${reason}`}
      aria-invalid={reason !== undefined}
      title={reason}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        // Arrow keys belong to the field, not to the table.
        event.stopPropagation();
        if (event.key === 'Enter') leave();
      }}
    />
  );
}
