import { useQuery } from '@tanstack/react-query';
import { CalendarOff, Users } from 'lucide-react';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { queryOf } from '../../../api/query.ts';
import { useSchool } from '../../../api/school.ts';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Toolbar } from '../../../ui/layout/row.tsx';
import styles from './register.module.css';
import { RegisterDay } from './register-day.tsx';

/** The class register (docs/guide/teacher.md, "Class Register"). Class, day and session are in the address. */
export default function ClassRegister() {
  const { attendance } = useSchool();
  return (
    <>
      <ScreenHead title="Class Register" />
      {attendance ? <Classes /> : <EmptyState icon={CalendarOff} title={attendanceWordings.notUsed} />}
    </>
  );
}

function Classes() {
  const place = useAddressState();
  const classes = useQuery(queryOf(attendanceContract.listAttendanceClasses, {}));
  if (!classes.data) return <Loading queries={[classes]} what="classes" />;
  const chosen = classes.data.find(({ class_id }) => class_id === place.get('class')) ?? classes.data[0];
  if (!chosen) return <EmptyState icon={Users} title="You have no class to register." />;
  const options = classes.data.map(({ class_id, as }) => ({
    value: class_id,
    label: as === 'form teacher' || as === 'dean' ? `${class_id} (${as})` : class_id,
  }));
  return (
    <Toolbar className={styles.toolbar}>
      <div className={styles.class}>
        <Select
          label="Class"
          options={options}
          value={chosen.class_id}
          onValueChange={(id) => place.change({ class: id })}
        />
      </div>
      <RegisterDay key={chosen.class_id} classId={chosen.class_id} place={place} />
    </Toolbar>
  );
}
