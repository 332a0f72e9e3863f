import { useMemo } from 'react';
import { accountsContract } from '#shared/accounts/contract.ts';
import { accountMessages as messages } from '#shared/accounts/messages.ts';
import { highestCurrentNumber } from '#shared/people/archived.ts';
import type { EmployeeEntry } from '#shared/people/contract.ts';
import { call } from '../../api/call.ts';
import { isSessionOver, messageOf } from '../../api/errors.ts';
import { type Place, usePlace } from '../../place/use-place.ts';
import { confirm, showModal } from '../../ui/overlays/modal.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import type { OneTimeSlip } from './password-slip.tsx';
import { nameOf } from './teacher-values.ts';

interface Screen {
  /** Puts a teacher as answered in the list. */
  keep: (teacher: EmployeeEntry) => void;
  onSlip: (slip: OneTimeSlip) => void;
}

/** What the buttons of a row do: each asks first, and says how it ended. */
export function useTeacherActs({ keep, onSlip }: Screen) {
  const place = usePlace();
  return useMemo(() => actsOf({ keep, onSlip, place }), [keep, onSlip, place]);
}

function actsOf({ keep, onSlip, place }: Screen & { place: Place }) {
  /** The password that was made, or how to come by one: it is answered once. */
  const show = (teacher: EmployeeEntry, password: string | null) => {
    const name = nameOf(teacher);
    if (password !== null) return onSlip({ name, userName: teacher.user_name ?? '', password, entrance: '/' });
    const text = `The one-time password was in an answer that did not arrive. Reset makes another one.`;
    void showModal({ openedBy: 'answer', title: `${name} can sign in`, text });
  };

  const onReset = async (teacher: EmployeeEntry) => {
    const name = nameOf(teacher);
    const isSure = await confirm({
      title: messages.resetQuestion(name),
      text: 'Anybody who is signed in with it is signed out at once. The next sign-in is with a one-time password, which is shown here once.',
      confirmLabel: 'Ok',
    });
    if (!isSure) return;
    try {
      const { employee, one_time_password } = await call(accountsContract.resetEmployeePassword, {
        employee_id: teacher.id,
      });
      keep(employee);
      snackbar(messages.wasReset(name));
      show(employee, one_time_password);
    } catch (error) {
      if (!isSessionOver(error)) snackbar(`${messages.notReset} ${messageOf(error)}`, { tone: 'error' });
    }
  };

  const onArchive = async (teacher: EmployeeEntry) => {
    const name = nameOf(teacher);
    const isSure = await confirm({
      title: `Archive ${name}?`,
      text: 'The teacher is signed out everywhere and can no longer sign in. Lessons and classes stay under the name until they are given to somebody else: Archive, the second tab, has Lessons with Hand Over, and Restore.',
      confirmLabel: 'Archive',
    });
    if (!isSure) return;
    try {
      const { employee } = await call(accountsContract.archiveEmployee, { employee_id: teacher.id });
      keep(employee);
      snackbar(`${name} archived.`);
    } catch (error) {
      if (isSessionOver(error)) return;
      await showModal({ openedBy: 'answer', title: `${name} is not archived`, text: messageOf(error) });
    }
  };

  const onRestore = async (teacher: EmployeeEntry) => {
    // A number of the archive gives way to another one first.
    if (teacher.teacher_num > highestCurrentNumber) return place.change({ restore: teacher.id });
    const name = nameOf(teacher);
    const isSure = await confirm({
      title: `Restore ${name}?`,
      text: 'The teacher can sign in again, with the password from before.',
      confirmLabel: 'Restore',
    });
    if (!isSure) return;
    try {
      const { employee, one_time_password } = await call(accountsContract.restoreEmployee, {
        employee_id: teacher.id,
      });
      keep(employee);
      snackbar(`${name} restored.`);
      if (one_time_password !== null) show(employee, one_time_password);
    } catch (error) {
      if (isSessionOver(error)) return;
      await showModal({ openedBy: 'answer', title: `${name} is not restored`, text: messageOf(error) });
    }
  };

  const onLessons = ({ id }: EmployeeEntry) => place.change({ lessons: id });
  const onSessions = ({ id }: EmployeeEntry) => place.change({ sessions: id });
  return { show, onReset, onArchive, onRestore, onLessons, onSessions };
}
