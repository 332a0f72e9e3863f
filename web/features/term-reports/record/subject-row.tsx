import { Trash2 } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import { markText, totalText } from '#shared/marks/marks.ts';
import { type ParsedText, parseEnteredMark, parseGrade, parseTimesCount } from '#shared/marks/parse-typed.ts';
import type { Scheme } from '#shared/marks/scheme.ts';
import { conductGradeMeanings } from '#shared/term-reports/fields.ts';
import type { SubjectField } from '#shared/term-reports/permissions.ts';
import type { SubjectLineRow } from '#shared/term-reports/report-rows.ts';
import { ExplainedFigure } from '../../../explain/explained-figure.tsx';
import type { TypedValue } from '../../../outbox/pending-record.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { computeLineTotal, toSubjectMarks } from './line-totals.ts';
import styles from './record.module.css';
import { SubjectRowField } from './record-fields.tsx';
import { RefusedTextsContext } from './use-field-draft.ts';

const grades = conductGradeMeanings.map(({ grade }) => grade);

/** Whether the exam mark is out of another maximum than the heading says. */
const isOutOfAnother = ({ exam_mark, exam_out_of }: SubjectLineRow, { exam }: Scheme): boolean =>
  exam !== null && exam_mark !== null && exam_out_of !== null && exam_out_of !== exam.max;

interface SubjectRowProps {
  line: SubjectLineRow;
  title: string;
  scheme: Scheme;
  /** Subject, exam, late, absent, app, con and delete (product §6). */
  canEditRow: boolean;
  canRemark: boolean;
  onWrite: (field: SubjectField, value: TypedValue) => void;
  onRemark: () => void;
  onChangeSubject: () => void;
  onDelete: () => void;
}

/** One subject of the report. The course mark comes from the mark book and is never typed here (rule 3). */
export function SubjectRow(props: SubjectRowProps) {
  const { line, title, scheme, canEditRow, canRemark, onWrite, onRemark, onChangeSubject, onDelete } = props;
  const total = computeLineTotal(line, scheme);
  const tooLong = useContext(RefusedTextsContext).of(`${line.subject_id}/comment`);
  const remark = tooLong?.typed ?? line.comment;
  const count = (field: 'late' | 'absent', label: string) =>
    canEditRow ? (
      <SubjectRowField
        name={`${line.subject_id}/${field}`}
        label={`${label}, ${title}`}
        value={line[field]}
        read={parseTimesCount}
        onValue={(value) => onWrite(field, value)}
      />
    ) : (
      <span>{line[field] ?? ''}</span>
    );
  const grade = (field: 'app' | 'con', label: string) =>
    canEditRow ? (
      <SubjectRowField
        name={`${line.subject_id}/${field}`}
        label={`${label}, A to E, ${title}`}
        value={line[field]}
        read={(typed): ParsedText<string> => parseGrade(typed, grades)}
        onValue={(value) => onWrite(field, value)}
      />
    ) : (
      <span>{line[field] ?? ''}</span>
    );
  return (
    <tr className={styles.row}>
      <Row as="th" scope="row" gap={2} className={styles.subject}>
        {canEditRow ? (
          <button
            type="button"
            className={styles.subjectButton}
            title="Change subject"
            aria-label={`${title}, change subject`}
            onClick={onChangeSubject}
          >
            {title}
          </button>
        ) : (
          title
        )}
      </Row>
      <Cell label="Course" figure>
        {scheme.course && <span>{totalText(line.course_mark)}</span>}
      </Cell>
      <Cell label="Exam" figure field={`${line.subject_id}/exam_mark`}>
        {canEditRow && scheme.exam ? (
          <SubjectRowField
            name={`${line.subject_id}/exam_mark`}
            label={`Exam, ${title}`}
            value={line.exam_mark}
            read={(typed) => parseEnteredMark(typed, { max: scheme.exam?.max ?? 100, decimals: 1, counts: 'marks' })}
            onValue={(value) => onWrite('exam_mark', value)}
          />
        ) : scheme.exam ? (
          <span>{markText(line.exam_mark)}</span>
        ) : null}
        {isOutOfAnother(line, scheme) && <Muted as="span" size={12} line="nowrap">{` of ${line.exam_out_of}`}</Muted>}
      </Cell>
      <Cell label="Total" figure strong>
        {total !== null && (
          <ExplainedFigure
            text={totalText(total) ?? ''}
            title={`Total, ${title}`}
            about={undefined}
            explain={({ explainTotal }) => [explainTotal(toSubjectMarks(line), scheme)]}
          />
        )}
      </Cell>
      <Cell label="Late" figure field={`${line.subject_id}/late`}>
        {count('late', 'Times late')}
      </Cell>
      <Cell label="Absent" figure field={`${line.subject_id}/absent`}>
        {count('absent', 'Times absent')}
      </Cell>
      <Cell label="App" figure field={`${line.subject_id}/app`}>
        {grade('app', 'Application')}
      </Cell>
      <Cell label="Con" figure field={`${line.subject_id}/con`}>
        {grade('con', 'Conduct')}
      </Cell>
      <td className={styles.remark} data-field={`${line.subject_id}/comment`}>
        {canRemark ? (
          <button
            type="button"
            className={styles.remarkButton}
            aria-label={`Remarks, ${title}: ${remark ?? 'Add remarks'}`}
            onClick={onRemark}
          >
            {remark === null ? <Muted as="span">Add remarks</Muted> : <span>{remark}</span>}
            {tooLong && (
              <span className={styles.note} data-note="refused">
                {tooLong.message}
              </span>
            )}
          </button>
        ) : (
          <span className={styles.remarkText}>{line.comment}</span>
        )}
      </td>
      {canEditRow && (
        <td className={styles.delete}>
          <IconButton label={`Delete ${title}`} icon={Trash2} onClick={onDelete} />
        </td>
      )}
    </tr>
  );
}

interface CellProps {
  /** Shown beside the value where the rows are cards. */
  label: string;
  /** The `data-field`, by which the focus is kept at the next student. */
  field?: string;
  figure?: boolean;
  strong?: boolean;
  children: ReactNode;
}

const Cell = ({ label, field, figure = false, strong = false, children }: CellProps) => (
  <td
    className={[styles.cell, figure && styles.figure, strong && styles.strong].filter(Boolean).join(' ')}
    data-field={field}
  >
    <span className={styles.cellLabel} aria-hidden>
      {label}
    </span>
    {children}
  </td>
);
