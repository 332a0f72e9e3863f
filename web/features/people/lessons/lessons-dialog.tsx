import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { EmployeeEntry } from '#shared/people/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { academicYearTitle, startYearOf } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termWordings } from '#shared/school/wordings.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import { queryOf } from '../../../api/query.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import styles from './lessons.module.css';
import { LessonsForm } from './lessons-form.tsx';

export interface LessonsDialogProps {
  employee: Pick<EmployeeEntry, 'id' | 'first_name' | 'last_name'>;
  onClose: () => void;
}

/**
 * Lessons of a teacher in the current year. The field `lessons` of the address opens it.
 */
export default function LessonsDialog({ employee, onClose }: LessonsDialogProps) {
  const period = useQuery({ ...queryOf(termsContract.readTermOverview, {}), staleTime: 0 });
  const yearId = period.data?.current_term?.academic_year_id;
  const year = String(startYearOf(yearId ?? '0'));
  const ofYear = { enabled: yearId !== undefined, staleTime: 0 };
  const found = {
    subjects: useQuery(queryOf(subjectsContract.listSubjects, {})),
    formClasses: useQuery(queryOf(peopleContract.listFormClasses, {})),
    lessons: useQuery({
      ...queryOf(peopleContract.listTeacherLessonsOfYear, { employee: employee.id, year }),
      ...ofYear,
    }),
    formTeacher: useQuery({
      ...queryOf(peopleContract.readFormTeacherClass, { employee_id: employee.id, year }),
      ...ofYear,
    }),
    dean: useQuery({ ...queryOf(peopleContract.readDeanFormClasses, { employee_id: employee.id, year }), ...ofYear }),
  };
  const name = `${employee.first_name} ${employee.last_name}`;
  const { subjects, formClasses, lessons, formTeacher, dean } = found;
  const isThere = subjects.data && formClasses.data && lessons.data && formTeacher.data && dean.data;
  const close = useRef(onClose);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  return (
    <Dialog
      openedBy="act"
      open
      size="wide"
      title={`Lessons of ${name}`}
      text={yearId && `Academic year ${academicYearTitle(startYearOf(yearId))}`}
      onClose={() => close.current()}
      footer={<div ref={setFoot} className={styles.foot} />}
    >
      {yearId !== undefined && isThere ? (
        <LessonsForm
          teacher={{ employee_id: employee.id, academic_year_id: yearId }}
          subjects={subjects.data}
          formClasses={formClasses.data}
          lessons={lessons.data}
          formTeacherOf={formTeacher.data}
          deanOf={dean.data}
          onChanged={() => void Promise.all([lessons.refetch(), formTeacher.refetch(), dean.refetch()])}
          foot={foot}
          close={close}
          onClose={onClose}
        />
      ) : period.data && yearId === undefined ? (
        <Alert tone="warning">{termWordings.yearAndTermRequired}</Alert>
      ) : (
        <Loading queries={[period, ...Object.values(found)]} what="the lessons" />
      )}
    </Dialog>
  );
}
