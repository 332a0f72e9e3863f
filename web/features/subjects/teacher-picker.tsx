import { Check, ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import type { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { Menu } from '../../tables/menus/menu.tsx';
import { Spinner } from '../../ui/controls/button.tsx';
import { Row } from '../../ui/layout/row.tsx';
import styles from './subjects.module.css';

export type TeacherChoices = Output<typeof studentSubjectsContract.readSubjectChoices>['teachers'];

/** Nobody in particular: the lesson of the class decides. */
export const anyTeacherLabel = 'Any of the class';

interface StudentTeacherPickerProps {
  student: { first_name: string; last_name: string; class_id: string; employee_id: string | null };
  /** Undefined while they load. */
  teachers: TeacherChoices | undefined;
  onChosen: (employeeId: string | null) => Promise<void>;
}

/** The student's teacher in a cell of a table, to be changed to another one who teaches the class. */
export function StudentTeacherPicker({ student, teachers = [], onChosen }: StudentTeacherPickerProps) {
  const [isBusy, setBusy] = useState(false);
  const { employee_id: current, class_id: classId } = student;
  const name = current === null ? anyTeacherLabel : (teachers.find(isOne(current))?.name ?? current);
  const options = [
    { employee_id: null, name: anyTeacherLabel },
    ...teachers.filter(({ class_ids }) => class_ids.includes(classId)),
  ];
  return (
    <Menu
      label={`Teacher of ${student.first_name} ${student.last_name}`}
      button={(trigger) => (
        <Row
          as="button"
          justify="between"
          gap={8}
          type="button"
          {...trigger}
          className={styles.teacher}
          shrinks
          aria-label={`Teacher of ${student.first_name} ${student.last_name}: ${name}`}
          aria-busy={isBusy}
        >
          <span data-any={current === null || undefined}>{name}</span>
          {isBusy ? <Spinner /> : <ChevronsUpDown size={14} aria-hidden />}
        </Row>
      )}
    >
      {(close) => (
        <ul className={styles.teachers}>
          {options.map((option) => (
            <li key={option.employee_id ?? ''}>
              <Row
                as="button"
                justify="between"
                gap={12}
                type="button"
                aria-pressed={option.employee_id === current}
                onClick={async () => {
                  close();
                  if (option.employee_id === current) return;
                  setBusy(true);
                  await onChosen(option.employee_id);
                  setBusy(false);
                }}
              >
                <span>{option.name}</span>
                {option.employee_id === current && <Check size={15} aria-hidden />}
              </Row>
            </li>
          ))}
          {options.length === 1 && <li className={styles.note}>Nobody has a lesson of it in {classId} this year.</li>}
        </ul>
      )}
    </Menu>
  );
}

const isOne = (employeeId: string) => (teacher: TeacherChoices[number]) => teacher.employee_id === employeeId;
