import { Badge } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useMemo } from 'react';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { queryOf } from '../../../api/query.ts';
import { useAdminSession } from '../../../session/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { computeStudentScreenRights, listStudentRowActions } from '../row-actions.ts';
import { StudentWindows } from '../student-windows.tsx';
import { toFullName } from '../table/use-students.ts';
import { useValueTexts } from '../table/use-value-texts.ts';
import { StudentContact, StudentDetails } from './details.tsx';
import { StudentMarks } from './marks.tsx';
import { NewestTermAttendance } from './newest-term-attendance.tsx';
import { StudentFiles } from './student-files.tsx';

/** The group of row actions that open files: they have a section of their own. */
const filesGroup = 'Files';

/**
 * The page of one student (product §2), at an address of its own: record, subjects with teachers, marks of every term,
 * files.
 */
export default function StudentPage({ studentId }: { studentId: string }) {
  const place = useAddressState();
  const record = useQuery({ ...queryOf(studentRegisterContract.readStudentRecord, { id: studentId }), staleTime: 0 });
  const overview = useQuery(queryOf(studentRegisterContract.readStudentOverview, { student_id: studentId }));
  const { words, queries } = useValueTexts();
  const isArchive = record.data?.status === 'archived';
  const session = useAdminSession();
  const rights = useMemo(() => computeStudentScreenRights(session, { isArchive, place }), [session, isArchive, place]);
  const back = (
    <Button variant="quiet" icon={ArrowLeft} onClick={() => place.goTo({ view: isArchive ? 'archive' : null })}>
      All students
    </Button>
  );
  const student = record.data;
  if (!student || !words) {
    return (
      <>
        <ScreenHead title="Student" actions={back} />
        <Loading queries={[record, ...queries]} what="the student" lines={10} />
      </>
    );
  }
  const actions = listStudentRowActions(student, rights);
  return (
    <>
      <ScreenHead
        title={toFullName(student)}
        subtitle={
          <Row as="span" inline wrap gap={8}>
            <Avatar name={toFullName(student)} picture={overview.data?.picture} />
            <span>{`${student.id} · Class ${student.class_id}`}</span>
            {isArchive && <Badge variation="warning">Archived</Badge>}
          </Row>
        }
        actions={back}
      />
      {actions.length > 0 && (
        <Row align="stretch" wrap gap={8} below={16}>
          {actions
            .filter(({ group }) => group !== filesGroup)
            .map(({ label, icon, onChoose }) => (
              <Button key={label} icon={icon} onClick={onChoose}>
                {label}
              </Button>
            ))}
        </Row>
      )}
      <Stack gap={16}>
        <StudentContact student={student} words={words} />
        <NewestTermAttendance studentId={studentId} />
        {overview.data ? (
          <StudentMarks studentId={studentId} overview={overview.data} />
        ) : (
          <Loading queries={[overview]} what="the marks" lines={6} />
        )}
        <StudentFiles studentId={studentId} actions={actions.filter(({ group }) => group === filesGroup)} />
        <StudentDetails student={student} words={words} />
      </Stack>
      <StudentWindows rights={rights} students={[student]} />
    </>
  );
}
