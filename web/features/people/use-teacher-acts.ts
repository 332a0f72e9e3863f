import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { accountsContract } from '#shared/accounts/contract.ts';
import { accountWordings as messages } from '#shared/accounts/wordings.ts';
import type { EmployeeEntry } from '#shared/people/contract.ts';
import { maxCurrentTeacherNumber } from '#shared/people/teacher.ts';
import { attempt } from '../../acts/attempt.ts';
import { type AddressState, useAddressState } from '../../address/use-address-state.ts';
import { call, untilNextAct } from '../../api/call.ts';
import { messageOf } from '../../api/errors.ts';
import { confirm, showModal } from '../../ui/overlays/modal.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import type { PasswordSlipData } from './password-slip.tsx';
import { confirmPasswordReset, showPasswordSlip } from './reset-password.ts';
import { refreshUnusedOneTimePasswords } from './unused-one-time-passwords.tsx';
import { fullNameApart, toFullName, toTeacherLine } from './use-teachers.ts';
import { hasWorkToHandOver } from './work-without-teacher-notice.tsx';

interface Screen {
  /** Puts a teacher as answered in the list. */
  keep: (teacher: EmployeeEntry) => void;
  onSlip: (slip: PasswordSlipData) => void;
  /** Whether the tab Administrators is there. */
  canManage: boolean;
}

/** The actions of a row: each asks first, and reports the result. */
export function useTeacherActs({ keep, onSlip, canManage }: Screen) {
  const place = useAddressState();
  const client = useQueryClient();
  return useMemo(() => actsOf({ keep, onSlip, canManage, place, client }), [keep, onSlip, canManage, place, client]);
}

function actsOf({ keep, onSlip, canManage, place, client }: Screen & { place: AddressState; client: QueryClient }) {
  const nameOf = (teacher: EmployeeEntry) => fullNameApart(client, teacher);

  /**
   * Opens the lessons and classes that an archived teacher leaves; the notice lists them too, where they cannot be read
   * now.
   */
  const onLeft = async ({ id }: EmployeeEntry) => {
    if (await hasWorkToHandOver(client, id).catch(() => false)) place.change({ without: 1 });
  };

  const show = (teacher: EmployeeEntry, password: string | null) => {
    refreshUnusedOneTimePasswords(client);
    showPasswordSlip({ name: toFullName(teacher), userName: teacher.user_name ?? '', password, entrance: '/' }, onSlip);
  };

  const onReset = async (teacher: EmployeeEntry) => {
    const name = nameOf(teacher);
    if (!(await confirmPasswordReset(name, toTeacherLine(teacher)))) return;
    const reset = async () => {
      const { employee, one_time_password } = await call(accountsContract.resetEmployeePassword, {
        employee_id: teacher.id,
      });
      keep(employee);
      snackbar(messages.wasReset(name));
      show(employee, one_time_password);
    };
    await attempt(reset, (error) => snackbar(`${messages.notReset} ${messageOf(error)}`, { tone: 'error' }));
  };

  const onArchive = async (teacher: EmployeeEntry) => {
    const name = nameOf(teacher);
    const isSure = await confirm({
      title: `Archive ${name}?`,
      text: `${toTeacherLine(teacher)}. The teacher is signed out everywhere and can no longer sign in. Lessons and classes stay under the name until somebody else has them: they are listed next, each with Hand Over.`,
      confirmLabel: 'Archive',
    });
    if (!isSure) return;
    const archive = async () => {
      const { employee } = await call(accountsContract.archiveEmployee, { employee_id: teacher.id });
      keep(employee);
      snackbar(`${name} archived.`);
      await onLeft(teacher);
    };
    await attempt(archive, async (error) => {
      const title = `${name} is not archived`;
      const text = messageOf(error);
      if (teacher.sign_in !== 'administrator' || !canManage) {
        return showModal({ openedBy: 'answer', title, text, signal: untilNextAct() });
      }
      if (await confirm({ openedBy: 'answer', title, text, confirmLabel: 'Administrators' })) {
        place.goTo({ tab: 'administrators' });
      }
    });
  };

  const onRestore = async (teacher: EmployeeEntry) => {
    // A number above 999 must be replaced first.
    if (teacher.teacher_num > maxCurrentTeacherNumber) return place.change({ restore: teacher.id });
    const name = nameOf(teacher);
    const isSure = await confirm({
      title: `Restore ${name}?`,
      text: `${toTeacherLine(teacher)}. The teacher can sign in again, with the password from before.`,
      confirmLabel: 'Restore',
    });
    if (!isSure) return;
    const restore = async () => {
      const { employee, one_time_password } = await call(accountsContract.restoreEmployee, {
        employee_id: teacher.id,
      });
      keep(employee);
      snackbar(`${name} restored.`);
      if (one_time_password !== null) show(employee, one_time_password);
    };
    await attempt(restore, (error) => {
      const title = `${name} is not restored`;
      return showModal({ openedBy: 'answer', title, text: messageOf(error), signal: untilNextAct() });
    });
  };

  const onLessons = ({ id }: EmployeeEntry) => place.change({ lessons: id });
  const onSessions = ({ id }: EmployeeEntry) => place.change({ sessions: id });
  return { nameOf, show, onLeft, onReset, onArchive, onRestore, onLessons, onSessions };
}
