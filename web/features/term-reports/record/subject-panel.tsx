import { VisuallyHidden } from '@aws-amplify/ui-react';
import { BookOpen } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { Scheme } from '#shared/marks/scheme.ts';
import type { ReportPermissions, SubjectField } from '#shared/term-reports/permissions.ts';
import type { SubjectLineRow } from '#shared/term-reports/report-rows.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import type { TypedValue } from '../../../outbox/pending-record.ts';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Panel } from '../../../ui/layout/stack.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import type { StudentRecord } from '../use-class-records.ts';
import styles from './record.module.css';
import { SubjectRemarkSheet } from './subject-remark-sheet.tsx';
import { SubjectRow } from './subject-row.tsx';

export interface TitledSubject {
  id: string;
  title: string;
  abbr: string;
}

interface SubjectPanelProps {
  record: StudentRecord;
  scheme: Scheme;
  permissions: ReportPermissions;
  subjects: ReadonlyMap<string, TitledSubject>;
  onWrite: (line: SubjectLineRow, field: SubjectField, value: TypedValue) => void;
  /** Another subject for a row. */
  onChangeSubject: (line: SubjectLineRow) => void;
  onDelete: (line: SubjectLineRow) => void;
}

/** A student's subjects with their marks (product §2). */
export function SubjectPanel(props: SubjectPanelProps) {
  const { record, scheme, permissions, subjects, onWrite, onChangeSubject, onDelete } = props;
  const [remarked, setRemarked] = useState<string | null>(null);
  const titleOf = (id: string) => subjects.get(id)?.title ?? id;
  const lines = record.table2_records.toSorted((a, b) => titleOf(a.subject_id).localeCompare(titleOf(b.subject_id)));
  const open = lines.find((line) => line.subject_id === remarked);
  const canEditRows = permissions.subjectRows;

  return (
    <Panel as="section" flush lined shrinks aria-label="Subject records">
      <Row as="header" justify="between" gap={12} className={styles.subjectHead}>
        <Text as="h2" size="15on20" breaks>
          Subject records
        </Text>
      </Row>
      {lines.length === 0 ? (
        <EmptyState icon={BookOpen} title="No subject records" text={termReportWordings.nothingEntered} />
      ) : (
        <table
          aria-label={`Subject records of ${record.name}`}
          className={canEditRows ? `${styles.table} ${styles.wideTable}` : styles.table}
          onKeyDown={moveInColumn}
        >
          <thead>
            <tr className={styles.headRow}>
              {['Subject', course(scheme), exam(scheme), 'Total', 'Late', 'Abs', 'App', 'Con', 'Remarks'].map(
                (heading) => (
                  <th scope="col" key={heading}>
                    {heading}
                  </th>
                ),
              )}
              {canEditRows && (
                <th scope="col">
                  <VisuallyHidden>Delete</VisuallyHidden>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <SubjectRow
                key={line.subject_id}
                line={line}
                title={titleOf(line.subject_id)}
                scheme={scheme}
                canEditRow={canEditRows}
                canRemark={permissions.subjectRemarks}
                onWrite={(field, value) => onWrite(line, field, value)}
                onRemark={() => setRemarked(line.subject_id)}
                onChangeSubject={() => onChangeSubject(line)}
                onDelete={() => onDelete(line)}
              />
            ))}
          </tbody>
        </table>
      )}
      <SubjectRemarkSheet
        title={open ? `${titleOf(open.subject_id)} — ${record.name}` : ''}
        subjectId={open?.subject_id ?? ''}
        value={open?.comment ?? null}
        open={open !== undefined}
        onValue={(value) => open && onWrite(open, 'comment', value)}
        onClose={() => setRemarked(null)}
      />
    </Panel>
  );
}

/**
 * Enter moves to the same column of the next subject, Shift+Enter to the previous one. The field itself saves what was
 * typed.
 */
function moveInColumn(event: KeyboardEvent<HTMLTableElement>): void {
  const { target, currentTarget, key, shiftKey } = event;
  if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
  const column = target.closest<HTMLElement>('[data-field]')?.dataset.field?.split('/')[1] ?? '';
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>(`[data-field$="/${CSS.escape(column)}"] input`)];
  const next = fields[fields.indexOf(target) + (shiftKey ? -1 : 1)];
  event.preventDefault();
  next?.focus();
  next?.select();
}

const course = ({ course: part }: Scheme): string => (part ? `Course /${part.max}` : 'Course');
const exam = ({ exam: part }: Scheme): string => (part ? `Exam /${part.max}` : 'Exam');
