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
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Chip } from '../../../ui/display/chip.tsx';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import type { StudentRecord } from '../use-class-records.ts';
import { DeanRemarkDialog } from './dean-remark-dialog.tsx';
import { CountField, GradeField, RemarkField } from './fields.tsx';
import styles from './record.module.css';

interface StudentPanelProps {
  record: StudentRecord;
  permissions: ReportPermissions;
  isMusicClass: boolean;
  onWrite: (field: ReportField, value: FieldValue) => void;
}

/** The student's own part of the record; each field disabled for whom it is not (SPEC §6). */
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
      <header className={styles.student}>
        <Avatar name={record.name} picture={record.picture} />
        <div>
          <h2>{record.name}</h2>
          <p>
            {record.student_id} · {record.class_id}
          </p>
        </div>
        {closed && <Chip tone="warning">Not registered</Chip>}
      </header>
      <div className={styles.group}>
        <h3>Attendance</h3>
        <div className={styles.three}>
          <CountField
            label="Times absent"
            value={record.times_absent}
            disabled={noStudent}
            onValue={write('times_absent')}
          />
          <CountField label="Times late" value={record.times_late} disabled={noStudent} onValue={write('times_late')} />
          <dl className={styles.fact}>
            <dt>Possible</dt>
            <dd>{record.possible_attendance ?? '--'}</dd>
          </dl>
        </div>
      </div>
      <div className={styles.group}>
        <h3>Conduct</h3>
        <div className={styles.three}>
          <GradeField label="Authority" value={record.auth} disabled={noStudent} onValue={write('auth')} />
          <GradeField label="Responsibility" value={record.resp} disabled={noStudent} onValue={write('resp')} />
          <GradeField label="Cooperation" value={record.coop} disabled={noStudent} onValue={write('coop')} />
        </div>
        <MultiSelect
          label="Co-curricular activities"
          placeholder="None"
          options={[...known, ...chosen.filter((name) => !known.includes(name))]}
          value={chosen}
          disabled={noStudent}
          onValueChange={(names) => onWrite('cocurricular', joinActivities(names))}
        />
      </div>
      <div className={styles.group}>
        <h3>Remarks</h3>
        <RemarkField
          label="Form teacher comments"
          value={record.comments}
          limit={remarkLimits.formTeacher}
          disabled={closed || !permissions.formTeacherRemarks}
          onValue={write('comments')}
        />
        <div className={styles.withMore}>
          <RemarkField
            label="Dean comments"
            value={record.dcomments}
            limit={remarkLimits.dean}
            disabled={noDean}
            rows={3}
            onValue={write('dcomments')}
          />
          <Button variant="quiet" icon={Maximize2} disabled={noDean} onClick={() => setDeanOpen(true)}>
            Longer dean comments
          </Button>
        </div>
        <DeanRemarkDialog
          open={isDeanOpen}
          name={record.name}
          value={record.dcomments}
          onValue={write('dcomments')}
          onClose={() => setDeanOpen(false)}
        />
      </div>
      <div className={styles.group}>
        <h3>
          Music
          {!isMusicClass && <span className={styles.aside}>{record.class_id} is not a music class</span>}
        </h3>
        <div className={styles.five}>
          <GradeField label="Grade" value={record.mgrade} disabled={noMusic} onValue={write('mgrade')} />
          <GradeField label="Application" value={record.mapp} disabled={noMusic} onValue={write('mapp')} />
          <GradeField label="Conduct" value={record.mcon} disabled={noMusic} onValue={write('mcon')} />
          <CountField label="Late" value={record.mlate} disabled={noMusic} onValue={write('mlate')} />
          <CountField label="Absent" value={record.mabs} disabled={noMusic} onValue={write('mabs')} />
        </div>
        <RemarkField
          label="Music comments"
          value={record.mcomments}
          limit={remarkLimits.music}
          disabled={noMusic}
          rows={2}
          onValue={write('mcomments')}
        />
      </div>
      {record.new_term_beginning !== null && (
        <p className={styles.foot}>New term begins {displayDate(record.new_term_beginning)}</p>
      )}
    </section>
  );
}
