import { useQuery } from '@tanstack/react-query';
import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { activityList, joinActivities, remarkLimits } from '#shared/term-reports/limits.ts';
import type { ReportField, ReportPermissions } from '#shared/term-reports/permissions.ts';
import { displayDate } from '#shared/terms/display-date.ts';
import { queryOf } from '../../../api/query.ts';
import type { FieldValue } from '../../../outbox/waiting.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import type { StudentRecord } from '../use-class-records.ts';
import { DeanRemarkDialog } from './dean-remark-dialog.tsx';
import { CountField, GradeField, RemarkField } from './fields.tsx';
import styles from './record.module.css';
import { RecordGroup } from './record-group.tsx';

interface StudentPanelProps {
  record: StudentRecord;
  permissions: ReportPermissions;
  isMusicClass: boolean;
  onWrite: (field: ReportField, value: FieldValue) => void;
}

/** The student's own part of the record; each field disabled for whom it is not (product §6). */
export function StudentPanel({ record, permissions, isMusicClass, onWrite }: StudentPanelProps) {
  const activities = useQuery({
    ...queryOf(termReportsContract.coCurriculars, {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [isDeanOpen, setDeanOpen] = useState(false);
  const closed = !record.registered;
  const noStudent = closed || !permissions.student;
  const noMusic = closed || !permissions.music || !isMusicClass;
  const noDean = closed || !permissions.deanRemarks;
  const chosen = activityList(record.cocurricular);
  const known = activities.data?.map(({ title }) => title) ?? [];
  const write = (field: ReportField) => (value: FieldValue) => onWrite(field, value);

  return (
    <section className={styles.panel} aria-label="Student record">
      <RecordGroup title="Attendance" folded={noStudent ? attendanceText(record) : undefined}>
        <div className={styles.three}>
          <CountField
            name="times_absent"
            label="Times absent"
            value={record.times_absent}
            above={record.possible_attendance}
            disabled={noStudent}
            onValue={write('times_absent')}
          />
          <CountField
            name="times_late"
            label="Times late"
            value={record.times_late}
            disabled={noStudent}
            onValue={write('times_late')}
          />
          <dl className={styles.fact}>
            <dt>Possible</dt>
            <dd>{record.possible_attendance ?? '--'}</dd>
          </dl>
        </div>
      </RecordGroup>
      <RecordGroup title="Conduct" folded={noStudent ? conductText(record) : undefined}>
        <div className={styles.three}>
          <GradeField name="auth" label="Authority" value={record.auth} disabled={noStudent} onValue={write('auth')} />
          <GradeField
            name="resp"
            label="Responsibility"
            value={record.resp}
            disabled={noStudent}
            onValue={write('resp')}
          />
          <GradeField
            name="coop"
            label="Cooperation"
            value={record.coop}
            disabled={noStudent}
            onValue={write('coop')}
          />
        </div>
        <div data-field="cocurricular">
          <MultiSelect
            label="Co-curricular activities"
            placeholder="None"
            options={[...known, ...chosen.filter((name) => !known.includes(name))]}
            value={chosen}
            disabled={noStudent}
            onValueChange={(names) => onWrite('cocurricular', joinActivities(names))}
          />
        </div>
      </RecordGroup>
      <RecordGroup title="Remarks">
        <div className={styles.remarks}>
          <RemarkField
            name="comments"
            label="Form teacher comments"
            value={record.comments}
            limit={remarkLimits.formTeacher}
            disabled={closed || !permissions.formTeacherRemarks}
            rows={8}
            onValue={write('comments')}
          />
          <div className={styles.withMore}>
            <RemarkField
              name="dcomments"
              label="Dean comments"
              value={record.dcomments}
              limit={remarkLimits.dean}
              disabled={noDean}
              rows={8}
              onValue={write('dcomments')}
            />
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
          onValue={write('dcomments')}
          onClose={() => setDeanOpen(false)}
        />
      </RecordGroup>
      <RecordGroup
        title="Music"
        folded={noMusic ? (isMusicClass ? musicText(record) : `${record.class_id} is not a music class`) : undefined}
      >
        <div className={styles.five}>
          <GradeField name="mgrade" label="Grade" value={record.mgrade} disabled={noMusic} onValue={write('mgrade')} />
          <GradeField name="mapp" label="Application" value={record.mapp} disabled={noMusic} onValue={write('mapp')} />
          <GradeField name="mcon" label="Conduct" value={record.mcon} disabled={noMusic} onValue={write('mcon')} />
          <CountField name="mlate" label="Late" value={record.mlate} disabled={noMusic} onValue={write('mlate')} />
          <CountField name="mabs" label="Absent" value={record.mabs} disabled={noMusic} onValue={write('mabs')} />
        </div>
        <RemarkField
          name="mcomments"
          label="Music comments"
          value={record.mcomments}
          limit={remarkLimits.music}
          disabled={noMusic}
          rows={2}
          onValue={write('mcomments')}
        />
      </RecordGroup>
      {record.new_term_beginning !== null && (
        <p className={styles.foot}>New term begins {displayDate(record.new_term_beginning)}</p>
      )}
    </section>
  );
}

const attendanceText = ({ times_absent: absent, times_late: late, possible_attendance: possible }: StudentRecord) =>
  `${absent ?? '--'} absent, ${late ?? '--'} late of ${possible ?? '--'}`;

function conductText({ auth, resp, coop, cocurricular }: StudentRecord): string {
  const grades = [auth, resp, coop].map((grade) => grade ?? '--').join(' ');
  return [grades, activityList(cocurricular).join(', ')].filter((text) => text !== '').join(' · ');
}

const musicText = ({ mgrade, mapp, mcon }: StudentRecord): string =>
  [mgrade, mapp, mcon].map((grade) => grade ?? '--').join(' ');
