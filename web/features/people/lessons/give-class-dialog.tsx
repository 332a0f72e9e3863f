import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { peopleContract } from '#shared/people/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { lastFirst, nameApart } from '#shared/people/shared-names.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { lessonWordings } from '#shared/people/wordings.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryOf } from '../../../api/query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { Panel } from '../../../ui/layout/stack.tsx';
import styles from './lessons.module.css';
import { useIdempotentAttempts } from './use-idempotent-attempts.ts';

interface GiveClassProps {
  academicYearId: string;
  as: 'form teacher' | 'dean';
  classId: string;
  /** The archived teacher who still has the class; undefined where nobody has it. */
  from?: string | undefined;
  /** Called once the class is given, to refetch. */
  onDone: (message: string) => void;
  /** It was not given; what another has done in the meantime may be why. */
  onFailed: () => void;
  onClose: () => void;
  /** Where the window has its buttons: those of this form take their place. */
  foot: HTMLElement | null;
}

/** Makes a teacher form teacher or dean of a class that nobody has, or whose teacher has left. */
export function GiveClassToTeacherDialog({
  academicYearId,
  as,
  classId,
  from,
  foot,
  onDone,
  onFailed,
  onClose,
}: GiveClassProps) {
  const teachers = useQuery(queryOf(peopleContract.listEmployees, {}));
  const [to, setTo] = useState<string | null>(null);
  const { act, isBusy, problem, setProblem } = useAct({
    onFailed: (error) => {
      setProblem(messageOf(error));
      onFailed();
    },
  });
  const attempts = useIdempotentAttempts();
  const others = (teachers.data ?? []).filter((one) => !isArchivedTeacher(one));
  const label = nameApart(others, { name: lastFirst, id: ({ teacher_num }) => String(teacher_num) });

  const give = async (employee_id: string) => {
    const input = { employee_id, academic_year_id: academicYearId, form_classes: [classId], was: [] };
    const taking = from === undefined ? input : { ...input, ...takingFrom(classId, from) };
    await act(async () => {
      await attempts.make({ as, ...taking }, (options) =>
        as === 'dean'
          ? call(lessonsContract.saveDeanFormClasses, taking, options)
          : call(lessonsContract.saveFormTeacherClass, taking, options),
      );
      const teacher = others.find(({ id }) => id === employee_id);
      onDone(`${teacher ? `${teacher.first_name} ${teacher.last_name}` : 'The teacher'} is ${as} of ${classId}.`);
    });
  };

  return (
    <Panel
      as="section"
      gap={14}
      inner
      className={styles.handOver}
      aria-label={`${as === 'dean' ? 'Dean' : 'Form teacher'} of ${classId}`}
    >
      {problem !== null && <Alert tone="error">{problem}</Alert>}
      {teachers.data ? (
        <Combobox
          label={`${as === 'dean' ? 'Dean' : 'Form teacher'} of ${classId}`}
          options={others.map((one) => ({ value: one.id, label: label(one) }))}
          value={to}
          onValueChange={(id) => {
            setTo(id);
            setProblem(null);
          }}
          placeholder={lessonWordings.chooseTeacher}
          empty={lessonWordings.noSuchTeacher}
        />
      ) : (
        <Loading queries={[teachers]} what="the teachers" lines={1} />
      )}
      {foot &&
        createPortal(
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              busy={isBusy}
              unavailable={to === null}
              onClick={() => to !== null && void give(to)}
            >
              Hand Over {classId}
            </Button>
          </>,
          foot,
        )}
    </Panel>
  );
}

const takingFrom = (class_id: string, employee_id: string) => ({
  take_from: [{ class_id, employee_id }],
  only_archived: true as const,
});
