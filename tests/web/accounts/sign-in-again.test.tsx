import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { accountHeader } from '#shared/http/contract.ts';
import { type MarkSheetRow, markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { sessionWordings } from '../../../web/session/wordings.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, waitForRequests, watchNavigation } from '../page.tsx';
import { answerTeacher, teacherAnswer } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;
let navigation: ReturnType<typeof watchNavigation>;
/** Whose session cookie the browser holds. */
let signedIn: string | null;

const row: MarkSheetRow = {
  student_id: 'S1',
  subject_id: 'MATH',
  year: 2025,
  term: 1,
  employee_id: null,
  name: 'Ali, Anika',
  class_id: '1A',
  form_level: 1,
  picture: null,
  course_mark: null,
  course_work: null,
  exam_mark: null,
  exam_out_of: null,
  late: null,
  absent: null,
  app: null,
  con: null,
  comment: null,
  registered: true,
};

beforeEach(() => {
  server = startContractServer();
  navigation = watchNavigation();
  signedIn = 'E17';
  answerTeacher(server);
  server.on(authContract.readEmployeeByUserName, () =>
    signedIn === 'E17' ? teacherAnswer : refuseWith(401, 'Please sign in.'),
  );
  server.on(authContract.employeeLogin, ({ name, password }) => {
    if (password !== 'right') return refuseWith(401, 'Wrong user name or password.');
    signedIn = name === 'teacher' ? 'E17' : 'E18';
    return { employee_id: signedIn, password_reset: false, second_factor: 'none' as const };
  });
  server.on(markSheetContract.saveSubjectRecord, ({ exam_mark }) =>
    signedIn === 'E17' ? { ...row, exam_mark: exam_mark ?? null } : refuseWith(401, 'Please sign in.'),
  );
});

let stop: () => void;
afterEach(() => stop());

/** A page of E17 whose session ends while a mark is in flight. */
async function loseSession() {
  const { restoreSession } = await import('../../../web/session/restore-session.ts');
  const { watchSession } = await import('../../../web/session/sign-out.ts');
  const { openOutboxOf } = await import('../../../web/outbox/session-outbox.ts');
  const { subjectRecordSaveTarget } = await import('../../../web/features/marks/mark-sheet/subject-record-save.ts');
  const { default: SignInAgain } = await import('../../../web/session/expiry/sign-in-again.tsx');
  sessionStorage.setItem('formroom.user-name', 'teacher');
  await restoreSession();
  stop = watchSession();
  render(<SignInAgain area="staff" />);
  signedIn = null;
  const outbox = openOutboxOf('E17');
  await act(() => outbox.enqueue(subjectRecordSaveTarget(row), [{ field: 'exam_mark', value: 57, was: null }]));
  await screen.findByRole('alertdialog', { name: sessionWordings.pleaseSignInAgain });
  server.calls.length = 0;
  return outbox;
}

async function answer(password: string) {
  fireEvent.change(screen.getByLabelText('Password of teacher'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'LOGIN' }));
  await waitForRequests();
}
const saves = () => server.callsOf(markSheetContract.saveSubjectRecord);

it('asks for the password in place, and then saves what waited, once', async () => {
  const outbox = await loseSession();
  expect(outbox.state('subjectRecord/S1/MATH/2025/1').status).toBe('waiting');
  await answer('wrong');
  expect(screen.getByText('Wrong user name or password.')).toBeTruthy();
  expect(saves()).toHaveLength(0);
  await answer('right');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(outbox.unsaved()).toBe(0));
  expect(saves()).toHaveLength(1);
  expect(saves()[0]?.headers.get(accountHeader)).toBe('E17');
  expect(navigation.replace).not.toHaveBeenCalled();
});

it('says that values are saved by themselves, and that a form waits for its button', async () => {
  await loseSession();
  // By hand: nothing sends a form once somebody is back.
  expect(screen.getByText(/^What you type is kept on this device, for you alone, and saved once/)).toBeTruthy();
  const { useUnsavedWork } = await import('../../../web/session/unsaved-work.ts');
  const Form = () => {
    useUnsavedWork(true);
    return null;
  };
  const form = render(<Form />);
  const window = screen.getByRole('alertdialog', { name: sessionWordings.pleaseSignInAgain });
  await waitFor(() => expect(window.textContent).toContain('the form is not saved. It waits on this page: save it'));
  expect(window.textContent).not.toContain('kept on this device');
  act(() => form.unmount());
  await waitFor(() => expect(window.textContent).toContain('kept on this device'));
});

it('sends nothing of the first user when somebody else signs in, and keeps it for the first', async () => {
  const outbox = await loseSession();
  const { signInAgain } = await import('../../../web/session/sign-in.ts');
  expect(await signInAgain('staff', { name: 'other', password: 'right' })).toMatchObject({ id: 'E18' });
  await waitForRequests();
  expect(saves()).toHaveLength(0);
  expect(outbox.unsaved()).toBe(1);
});

it('goes on by itself when the same user has signed in in another tab', async () => {
  const outbox = await loseSession();
  signedIn = 'E17';
  const otherTab = new BroadcastChannel('formroom.session');
  await act(async () => otherTab.postMessage({ kind: 'signed-in', id: 'E17' }));
  await waitFor(() => expect(outbox.unsaved()).toBe(0));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  otherTab.close();
});

it('lets somebody else go to the sign-in page', async () => {
  const outbox = await loseSession();
  fireEvent.click(screen.getByRole('button', { name: 'Not Andrea Joseph?' }));
  expect(navigation.replace).toHaveBeenCalledWith('/');
  expect(outbox.unsaved()).toBe(1);
});

it('goes to the entrance for the code of a second factor, and what waited is kept on the device', async () => {
  const outbox = await loseSession();
  server.on(authContract.employeeLogin, () => ({
    employee_id: 'E17',
    password_reset: false,
    second_factor: 'code' as const,
  }));
  await answer('right');
  await waitFor(() => expect(navigation.replace).toHaveBeenCalledWith('/'));
  expect(saves()).toHaveLength(0);
  expect(outbox.unsaved()).toBe(1);
});
