import type { Output } from '#shared/http/contract.ts';
import { studentNameApart } from '#shared/people/shared-names.ts';
import { academicYearTitle, startYearOf } from '#shared/school/academic-year.ts';
import type { termsContract } from '#shared/school/contract.ts';
import type { StudentToTakeOver, TeacherToTakeOver } from '#shared/school/new-year-calls.ts';
import { schoolScreenWordings } from '#shared/school/wordings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import styles from './new-year.module.css';

interface TakeOverDialogProps {
  open: boolean;
  status: TakeOverStatus;
  onClose: () => void;
  onTakeOver: (from: string) => void;
}

/** What a new year would take over, teacher by teacher, before anything is written (rules 12, 35). */
export default function TakeOverDialog({ open, status, onClose, onTakeOver }: TakeOverDialogProps) {
  const { from, teachers, students, is_promoted: isPromoted } = status;
  if (from === null) return null;
  const taken = teachers.reduce((sum, one) => sum + one.taken, 0);
  const posts = teachers.reduce((sum, one) => sum + one.posts, 0);
  const title = academicYearTitle(startYearOf(from));
  return (
    <Dialog
      openedBy="act"
      open={open}
      size="wide"
      title={`Take over lessons from ${title}`}
      text={`For the academic year ${academicYearTitle(startYearOf(status.academic_year_id))}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" disabled={taken + posts === 0} onClick={() => onTakeOver(from)}>
            {schoolScreenWordings.takeOverLessons}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <p>
          {taken} of {teachers.reduce((sum, one) => sum + one.lessons, 0)} lessons go along, and {posts} form classes
          and deans. Each teacher keeps subject and class. Nothing of {title} changes.
        </p>
        {!isPromoted && (
          <Alert tone="warning">
            The students of {title} have not been promoted yet. What they take stays as it is.
          </Alert>
        )}
        <Teachers teachers={teachers} />
        {students.length > 0 && <Students students={students} />}
      </Stack>
    </Dialog>
  );
}

function Teachers({ teachers }: { teachers: readonly TeacherToTakeOver[] }) {
  const hasReasons = teachers.some((one) => reasonsOf(one) !== '');
  return (
    <Table label="Teachers" dense folds={hasReasons}>
      <thead>
        <tr>
          <th scope="col">Teacher</th>
          <NumberHead>Lessons</NumberHead>
          <NumberHead>Go along</NumberHead>
          {hasReasons && <th scope="col">Left out</th>}
        </tr>
      </thead>
      <tbody>
        {teachers.map((one) => (
          <tr key={one.employee_id}>
            <th scope="row">{one.name}</th>
            <NumberCell data-label="Lessons">{one.lessons}</NumberCell>
            <NumberCell data-label="Go along">{one.taken}</NumberCell>
            {hasReasons && (
              <td className={styles.reasons} data-label="Left out">
                {reasonsOf(one)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function reasonsOf({ has_left, classes_gone, subjects_ended }: TeacherToTakeOver): string {
  if (has_left) return 'Has left the school';
  return [
    classes_gone.length > 0 && `Classes that no longer exist: ${classes_gone.join(', ')}`,
    subjects_ended.length > 0 && `Subjects that no longer exist: ${subjects_ended.join(', ')}`,
  ]
    .filter(Boolean)
    .join('. ');
}

function Students({ students }: { students: readonly StudentToTakeOver[] }) {
  const nameOf = studentNameApart(students);
  return (
    <Stack as="section" gap={12} aria-labelledby="take-over-students">
      <h3 id="take-over-students">Students who lose a subject or its teacher: {students.length}</h3>
      <Table label="Students who lose a subject or its teacher" dense folds>
        <thead>
          <tr>
            <th scope="col">Student</th>
            <th scope="col">Class</th>
            <th scope="col">Subjects that end</th>
            <th scope="col">Subjects without their teacher</th>
          </tr>
        </thead>
        <tbody>
          {students.map((one) => (
            <tr key={one.student_id}>
              <th scope="row">{nameOf(one)}</th>
              <td data-label="Class">{one.class_id}</td>
              <td className={styles.reasons} data-label="Ends">
                {one.ends.join(', ')}
              </td>
              <td className={styles.reasons} data-label="Without teacher">
                {one.without_teacher.join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Stack>
  );
}

/** What a year would take over, or took over. */
export type TakeOverStatus = Output<typeof termsContract.readTakeOverStatus>;
