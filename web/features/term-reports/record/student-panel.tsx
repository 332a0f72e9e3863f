import { Maximize2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { displayDate } from '#shared/school/display-date.ts';
import { type ReportField as Field, fieldsOfGroup, type ReportGroup } from '#shared/term-reports/fields.ts';
import { remarkLimits, splitActivities } from '#shared/term-reports/limits.ts';
import type { ReportPermissions } from '#shared/term-reports/permissions.ts';
import { termReportScreenWordings } from '#shared/term-reports/wordings.ts';
import type { TypedValue } from '../../../outbox/pending-record.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Panel, Stack } from '../../../ui/layout/stack.tsx';
import { Muted, Text } from '../../../ui/layout/text.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { StudentRecord } from '../use-class-records.ts';
import styles from './record.module.css';
import { RemarkOfRecord } from './remark-of-record.tsx';
import { ReportFieldControl } from './report-field.tsx';
import { useFieldDraft } from './use-field-draft.ts';

interface StudentPanelProps {
  record: StudentRecord;
  permissions: ReportPermissions;
  isMusicClass: boolean;
  onWrite: (field: Field, value: TypedValue) => void;
}

/**
 * The student's own part of the record, group by group; each field disabled for those who may not write it (product
 * §6).
 */
export function StudentPanel({ record, permissions, isMusicClass, onWrite }: StudentPanelProps) {
  const [isDeanOpen, setDeanOpen] = useState(false);
  const closed = !record.registered;
  const noStudent = closed || !permissions.student;
  const noMusic = closed || !permissions.music || !isMusicClass;
  const noDean = closed || !permissions.deanRemarks;
  const every = { record, onWrite };

  return (
    <Panel as="section" flush lined shrinks aria-label="Student record">
      <RecordGroup title="Attendance" folded={noStudent ? attendanceText(record) : undefined}>
        <div className={styles.three}>
          {fieldsOfGroup('attendance').map(({ field }) => (
            <ReportFieldControl
              {...every}
              key={field}
              field={field}
              disabled={noStudent}
              above={field === 'times_absent' ? record.possible_attendance : null}
            />
          ))}
          <Stack as="dl" top gap={6} className={styles.fact}>
            <Text as="dt" size="13on18" weight={550}>
              Possible
            </Text>
            <dd>{record.possible_attendance ?? '--'}</dd>
          </Stack>
        </div>
      </RecordGroup>
      <RecordGroup title="Conduct" folded={noStudent ? conductText(record) : undefined}>
        <div className={styles.three}>
          {fieldsOfGroup('conduct').map(({ field }) => (
            <ReportFieldControl {...every} key={field} field={field} disabled={noStudent} />
          ))}
        </div>
        {fieldsOfGroup('activities').map(({ field }) => (
          <ReportFieldControl {...every} key={field} field={field} disabled={noStudent} />
        ))}
      </RecordGroup>
      <RecordGroup title="Remarks">
        <div className={styles.remarks}>
          <ReportFieldControl
            {...every}
            field="comments"
            disabled={closed || !permissions.formTeacherRemarks}
            rows={8}
          />
          <div className={styles.withMore}>
            <ReportFieldControl {...every} field="dcomments" disabled={noDean} limit={remarkLimits.dean} rows={8} />
            {!noDean && (
              <Button variant="quiet" icon={Maximize2} onClick={() => setDeanOpen(true)}>
                Longer dean comments
              </Button>
            )}
          </div>
        </div>
        <DeanRemarkDialog
          open={isDeanOpen}
          name={record.name}
          value={record.dcomments}
          onValue={(value) => onWrite('dcomments', value)}
          onClose={() => setDeanOpen(false)}
        />
      </RecordGroup>
      <RecordGroup
        title="Music"
        folded={
          noMusic ? (isMusicClass ? gradesText('music', record) : `${record.class_id} is not a music class`) : undefined
        }
      >
        <div className={styles.five}>
          {fieldsOfGroup('music').map(
            ({ field, kind }) =>
              kind !== 'remark' && <ReportFieldControl {...every} key={field} field={field} disabled={noMusic} />,
          )}
        </div>
        <ReportFieldControl {...every} field="mcomments" disabled={noMusic} rows={2} />
      </RecordGroup>
      {record.new_term_beginning !== null && (
        <Muted className={styles.foot} size="12.5on18">
          {termReportScreenWordings.newTermBegins} {displayDate(record.new_term_beginning)}
        </Muted>
      )}
    </Panel>
  );
}

const attendanceText = ({ times_absent: absent, times_late: late, possible_attendance: possible }: StudentRecord) =>
  `${absent ?? '--'} absent, ${late ?? '--'} late of ${possible ?? '--'}`;

const conductText = (record: StudentRecord): string =>
  [gradesText('conduct', record), splitActivities(record.cocurricular).join(', ')]
    .filter((text) => text !== '')
    .join(' · ');

const gradesText = (group: ReportGroup, record: StudentRecord): string =>
  fieldsOfGroup(group)
    .filter(({ kind }) => kind === 'grade')
    .map(({ field }) => record[field] ?? '--')
    .join(' ');

interface RecordGroupProps {
  title: string;
  /** A short summary; where given, the group is folded away to it. */
  folded?: string | undefined;
  children: ReactNode;
}

/** A group of fields. Where the user may not write them, it is folded away to a summary that can be opened. */
function RecordGroup({ title, folded, children }: RecordGroupProps) {
  if (folded === undefined) {
    return (
      <Stack gap={10} className={styles.group}>
        <h3>{title}</h3>
        {children}
      </Stack>
    );
  }
  return (
    <details className={styles.folded}>
      <Row as="summary" gap={12}>
        <h3>{title}</h3>
        <Muted as="span" size="12on16" weight={400} breaks>
          {folded}
        </Muted>
      </Row>
      <Stack gap={10} className={styles.group}>
        {children}
      </Stack>
    </details>
  );
}

interface DeanRemarkDialogProps {
  open: boolean;
  name: string;
  value: string | null;
  onValue: (value: string | null) => void;
  onClose: () => void;
}

/** The longer form of the dean's remark, up to 500 characters (product §2). */
function DeanRemarkDialog({ open, name, value, onValue, onClose }: DeanRemarkDialogProps) {
  return (
    <Dialog
      openedBy="act"
      open={open}
      onClose={onClose}
      savesItself
      title={`Dean comments — ${name}`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {open && <DeanRemark value={value} onValue={onValue} />}
    </Dialog>
  );
}

function DeanRemark({ value, onValue }: Pick<DeanRemarkDialogProps, 'value' | 'onValue'>) {
  const { text, type, leave } = useFieldDraft({
    name: 'dcomments',
    stored: value ?? '',
    limit: remarkLimits.deanPopup,
    save: (typed) => onValue(typed === '' ? null : typed),
  });
  const [warning, setWarning] = useState<string | null>(null);
  return (
    <>
      <TextArea
        label="Dean comments"
        limit={remarkLimits.deanPopup}
        rows={7}
        value={text}
        warning={warning ?? undefined}
        onValueChange={type}
        onBlur={leave}
      />
      <RemarkOfRecord name="dcomments" text={text} onWarning={setWarning} />
    </>
  );
}
