import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { BrowserRouter, Link, Navigate, Route, Routes, useNavigate } from 'react-router-dom';
import { authWordings } from '#shared/accounts/wordings.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyRegistrationWordings } from '#shared/options/families/wordings.ts';
import { call } from '../../../api/call.ts';
import { isSessionOver, messageOf } from '../../../api/errors.ts';
import { fetchCsrfCookie, readCsrfToken } from '../../../api/request.ts';
import { onSessionEnded } from '../../../api/session-signals.ts';
import { lazyWithRetry } from '../../../ui/display/lazy-with-retry.ts';
import { type EarlyTypedCredentials, FamilyEntrance } from './entrance.tsx';
import {
  isPerhapsSignedIn,
  type MyReports,
  markSignedOut,
  onPageRestored,
  onSignedOutElsewhere,
  rememberStudent,
  type SignedInStudent,
  signOut,
  useIdleSignOut,
} from './family-session.ts';
import { LoadFailed, WaitingForAnswer } from './page-states.tsx';

const AbsenceNotes = lazyWithRetry(() => import('./absence-notes.tsx'));
const loadReportList = () => import('./reports/report-list.tsx');
const loadReportPage = () => import('./reports/report-page.tsx');
const ReportList = lazyWithRetry(loadReportList);
const LinkPage = lazyWithRetry(() => import('./linked-report.tsx'));
const ReportPage = lazyWithRetry(loadReportPage);
const FamilyGuide = lazyWithRetry(() => import('./family-guide.tsx'));
const NewPassword = lazyWithRetry(() => import('./new-password.tsx'));
const OwnSessions = lazyWithRetry(() => import('./own-sessions.tsx'));
const RegistrationPage = lazyWithRetry(() => import('./registration/registration-page.tsx'));

/** Who is there: not known yet, nobody, or a student with the posted reports. */
type Visitor = { is: 'asked' } | { is: 'nobody'; notice: string | null } | { is: 'student'; mine: MyReports };

/** public/student.js shows no form there. */
const linkPath = '/student/link';

/** The school's name as the page has it (`fill-school-texts.ts`); in development the mark itself. */
const schoolName = document.documentElement.dataset.school ?? '';

/** The page of a link for parents, or everything else that is behind the entrance. */
export function FamilyPage({ typed }: { typed: EarlyTypedCredentials }) {
  if (window.location.pathname !== linkPath) return <Family typed={typed} />;
  return (
    <Suspense fallback={<WaitingForAnswer />}>
      <LinkPage school={schoolName} />
    </Suspense>
  );
}

/** The families' page: the entrance, or the student's reports at the address that was asked for (rule 42). */
function Family({ typed }: { typed: EarlyTypedCredentials }) {
  const [visitor, setVisitor] = useState<Visitor>(() =>
    isPerhapsSignedIn() ? { is: 'asked' } : { is: 'nobody', notice: null },
  );
  const [failure, setFailure] = useState<string | null>(null);

  /** What the first page shows was read for it: coming back to it reads again what another page may have changed. */
  const isFresh = useRef(false);
  const open = useCallback(async () => {
    setFailure(null);
    try {
      const mine = await call(familiesContract.listMyReports, {});
      rememberStudent(mine.student.id);
      isFresh.current = true;
      setVisitor({ is: 'student', mine });
    } catch (error) {
      if (isSessionOver(error)) setVisitor({ is: 'nobody', notice: null });
      else setFailure(messageOf(error));
    }
  }, []);
  useEffect(() => {
    if (isPerhapsSignedIn()) void open();
  }, [open]);
  useEffect(prepareNextPages, []);

  const readAgain = useCallback(() => {
    if (!isFresh.current)
      call(familiesContract.listMyReports, {})
        .then((mine) =>
          setVisitor((now) =>
            now.is === 'student' && now.mine.student.id === mine.student.id ? { is: 'student', mine } : now,
          ),
        )
        // What was read before stays; a session that is over has its own signal.
        .catch(() => undefined);
    isFresh.current = false;
  }, []);

  /** Without a notice the student has signed out. */
  const leave = useCallback((notice: string | null) => {
    markSignedOut({ inAllTabs: notice === null });
    setVisitor({ is: 'nobody', notice });
  }, []);
  const isStudent = visitor.is === 'student';
  useEffect(
    () => (isStudent ? onSessionEnded(() => leave(authWordings.signedOutForInactivity)) : undefined),
    [isStudent, leave],
  );
  useEffect(() => (isStudent ? onSignedOutElsewhere(() => leave(null)) : undefined), [isStudent, leave]);
  useEffect(
    () =>
      isStudent
        ? onPageRestored(() => {
            setVisitor({ is: 'asked' });
            void open();
          })
        : undefined,
    [isStudent, open],
  );
  useIdleSignOut(isStudent, () => {
    void signOut().catch(() => undefined);
    leave(authWordings.signedOutForInactivity);
  });

  if (failure !== null) return <LoadFailed message={failure} onRetry={() => void open()} />;
  if (visitor.is === 'asked') return <WaitingForAnswer />;
  if (visitor.is === 'nobody')
    return <FamilyEntrance school={schoolName} typed={typed} notice={visitor.notice} onSignedIn={() => void open()} />;
  const { mine } = visitor;
  const student = { id: mine.student.id, outboxKey: mine.outbox_key };
  return (
    <BrowserRouter basename="/student">
      <header className="beside bar">
        <span>{schoolName}</span>
        <span>{mine.student.name}</span>
        <SignOutButton student={student} onSignedOut={() => leave(null)} onFailed={setFailure} />
      </header>
      <Suspense fallback={<WaitingForAnswer />}>
        <Routes>
          <Route path="reports" element={<ReportList mine={mine} onShown={readAgain} />} />
          <Route path="reports/:period" element={<ReportPage />} />
          <Route path="absences" element={<AbsenceNotes student={mine.student} />} />
          <Route
            path="password"
            element={<PasswordPage studentId={mine.student.id} onOver={(message) => leave(message)} />}
          />
          <Route path="help" element={<FamilyGuide />} />
          <Route path="sessions" element={<OwnSessions studentId={mine.student.id} />} />
          <Route path="registration" element={<RegistrationPage student={student} />} />
          <Route path="*" element={<Navigate replace to="/reports" />} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  );
}

/** The change of one's own password; its list of reports then says that it was changed. */
function PasswordPage({ studentId, onOver }: { studentId: string; onOver: (message: string) => void }) {
  const navigate = useNavigate();
  return (
    <main className="page">
      <Link to="/reports">My reports</Link>
      <NewPassword
        school={schoolName}
        name={studentId}
        isSignedIn={true}
        onOver={onOver}
        onSignedIn={() => navigate('/reports', { state: { isPasswordChanged: true } })}
      />
    </main>
  );
}

/**
 * Fetches what the next step needs, while an id is typed or a list is read: each request takes half a second on a slow
 * line.
 */
function prepareNextPages(): void {
  const given = [loadReportList(), loadReportPage(), readCsrfToken() === undefined ? fetchCsrfCookie() : undefined];
  // What does not come now is asked for again when it is needed.
  for (const one of given) one?.catch(() => undefined);
}

interface SignOutButtonProps {
  student: SignedInStudent;
  onSignedOut: () => void;
  onFailed: (message: string) => void;
}

/** Signs out, and removes what this device keeps of the student: the first press says what would be lost. */
function SignOutButton({ student, onSignedOut, onFailed }: SignOutButtonProps) {
  const [unsaved, setUnsaved] = useState(0);
  const press = async () => {
    try {
      const { discardUnsavedAnswers, countUnsavedAnswers } = await import('./registration/registration-outbox.ts');
      const count = unsaved > 0 ? 0 : await countUnsavedAnswers(student);
      setUnsaved(count);
      if (count > 0) return;
      await signOut();
      await discardUnsavedAnswers(student);
      onSignedOut();
    } catch (error) {
      onFailed(messageOf(error));
    }
  };
  return (
    <>
      {unsaved > 0 && (
        <span className="fault" role="alert">
          {familyRegistrationWordings.unsaved(unsaved)}
        </span>
      )}
      <button type="button" className="link" onClick={() => void press()}>
        Sign Out
      </button>
    </>
  );
}
