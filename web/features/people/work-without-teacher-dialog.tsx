import { useState } from 'react';
import { peopleScreenWordings } from '#shared/people/wordings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { GiveClassToTeacherDialog } from './lessons/give-class-dialog.tsx';
import { HandOverDialog } from './lessons/hand-over-dialog.tsx';
import styles from './teachers.module.css';
import { useWorkWithoutTeacher, type WorkWithoutTeacher } from './work-without-teacher-notice.tsx';

type Left = WorkWithoutTeacher['teachers'][number];

/**
 * What is being handed over: one line of lessons or all of a teacher's, or a class. `from` is absent where nobody has
 * the class.
 */
type Giving =
  | { kind: 'lessons'; from: Left; only?: string | undefined }
  | { kind: 'class'; from?: Left; as: 'form teacher' | 'dean'; classId: string };

/**
 * Lessons and classes without a teacher, each with its Hand Over (rule 51). The field `without` of the address opens
 * it.
 */
export default function WorkWithoutTeacherDialog({ onClose }: { onClose: () => void }) {
  const work = useWorkWithoutTeacher();
  const [giving, setGiving] = useState<Giving | null>(null);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const refetch = () => void work.refetch();
  const done = (message: string) => {
    setGiving(null);
    snackbar(message);
    refetch();
  };
  const { academic_year_id: academicYearId, teachers = [], form_classes: free = [] } = work.data ?? {};
  // Who is being worked on stays while the last line says how it ended.
  const open = giving?.from;
  const shown = open && !teachers.some(isOf(open)) ? [...teachers, { ...open, ...nothingLeft }] : teachers;
  const panel = (of: Left | undefined) =>
    giving &&
    academicYearId &&
    giving.from?.employee_id === of?.employee_id && (
      <div key={keyOf(giving)} ref={focusField}>
        {giving.kind === 'lessons' ? (
          <HandOverDialog
            teacher={{ employee_id: giving.from.employee_id, academic_year_id: academicYearId }}
            only={giving.only}
            hasLeft
            foot={foot}
            onDone={(isAll, message) => (isAll ? done(message) : refetch())}
            onClose={() => setGiving(null)}
          />
        ) : (
          <GiveClassToTeacherDialog
            academicYearId={academicYearId}
            as={giving.as}
            classId={giving.classId}
            from={giving.from?.employee_id}
            foot={foot}
            onDone={done}
            onFailed={refetch}
            onClose={() => setGiving(null)}
          />
        )}
      </div>
    );
  return (
    <Dialog
      openedBy="act"
      open
      size="wide"
      title={peopleScreenWordings.withoutATeacher}
      text="Each is listed until somebody has it. Marks, mark books and students go along with a lesson."
      onClose={onClose}
      footer={
        // While something is handed over, its own buttons are the window's.
        giving ? <div ref={setFoot} className={styles.foot} /> : <Button onClick={onClose}>Close</Button>
      }
    >
      {!work.data ? (
        <Loading queries={[work]} what="what is without a teacher" lines={4} />
      ) : (
        <Stack top gap={20} className={styles.without}>
          {shown.length + free.length === 0 && <p>Every lesson and every class has a teacher.</p>}
          {shown.map((teacher) => (
            <Stack as="section" gap={8} key={teacher.employee_id} aria-label={nameOf(teacher)}>
              <Row size={15} as="h3" justify="between" wrap gap={8}>
                <span>{nameOf(teacher)} has left</span>
                {teacher.lessons.length > 1 && (
                  <Button onClick={() => setGiving({ kind: 'lessons', from: teacher })}>
                    Hand Over All {teacher.lessons.length} Lessons
                  </Button>
                )}
              </Row>
              <ul>
                {linesOf(teacher).map(({ text, giving: next }) => (
                  <Line key={text} text={text} onGive={() => setGiving(next)} />
                ))}
              </ul>
              {panel(teacher)}
            </Stack>
          ))}
          {free.length > 0 && (
            <Stack as="section" gap={8} aria-label={peopleScreenWordings.classesWithoutAFormTeacher}>
              <Text as="h3" size={15}>
                {peopleScreenWordings.classesWithoutAFormTeacher}
              </Text>
              <ul>
                {free.map((classId) => (
                  <Line
                    key={classId}
                    text={`Form teacher of ${classId}`}
                    onGive={() => setGiving({ kind: 'class', as: 'form teacher', classId })}
                  />
                ))}
              </ul>
              {panel(undefined)}
            </Stack>
          )}
        </Stack>
      )}
    </Dialog>
  );
}

function Line({ text, onGive }: { text: string; onGive: () => void }) {
  return (
    <Row as="li" justify="between" gap={12}>
      <span>{text}</span>
      <Button variant="quiet" aria-label={`Hand over: ${text}`} onClick={onGive}>
        Hand Over
      </Button>
    </Row>
  );
}

function linesOf(from: Left): { text: string; giving: Giving }[] {
  const classes = (as: 'form teacher' | 'dean', ids: readonly string[]) =>
    ids.map((classId) => ({
      text: `${as === 'dean' ? 'Dean' : 'Form teacher'} of ${classId}`,
      giving: { kind: 'class' as const, from, as, classId },
    }));
  return [
    ...classes('form teacher', from.form_teacher_of),
    ...classes('dean', from.dean_of),
    ...from.lessons.map(({ id, lesson, form_classes }) => ({
      text: form_classes.length > 1 ? `${lesson} (${form_classes.join(', ')})` : lesson,
      giving: { kind: 'lessons' as const, from, only: id },
    })),
  ];
}

const keyOf = (giving: Giving): string =>
  giving.kind === 'class' ? `${giving.as} ${giving.classId}` : `${giving.from.employee_id} ${giving.only ?? 'all'}`;

/** The field in which a teacher is chosen, in sight below a long list. */
const focusField = (panel: HTMLElement | null) => panel?.querySelector('input')?.focus();

const nothingLeft = { lessons: [], form_teacher_of: [], dean_of: [] };
const isOf =
  ({ employee_id }: Left) =>
  (other: Left) =>
    other.employee_id === employee_id;
const nameOf = ({ first_name, last_name }: Left): string => `${first_name} ${last_name}`;
