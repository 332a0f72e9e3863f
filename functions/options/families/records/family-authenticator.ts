import { NotFoundError } from '../../../platform/errors.ts';
import type { Authenticator } from '../../../platform/requests/authorize.ts';
import { errorAnswer } from '../../../platform/requests/error-answer.ts';
import type { ApiGatewayHandler } from '../../../platform/requests/pipeline.ts';
import { school } from '../../../school/records/school.ts';
import { recordAccessEvent } from '../../../sessions/access-events.ts';
import { authenticator } from '../../../sessions/authenticator.ts';
import { recordReportCardOpened } from '../../../sessions/student-access.ts';
import { studentOfAccount } from '../../../sessions/student-accounts.ts';
import { type StudentItem, studentKey, studentName } from '../../../students/records/store.ts';

/**
 * Authenticates the callers of every function that students call. A student's session is open while the student is on
 * the register and the school has the families' entrance: the record is read in the same request, so that archiving and
 * erasing end it for the very next call (rule 51), and the name is always that of the register.
 */
export const familyAuthenticator: Authenticator = {
  ...authenticator,
  openSession: async (cookie, prefetch, now) => {
    const opened = await authenticator.openSession(
      cookie,
      (accountId) => ({ ...prefetch(accountId), [ofStudent]: studentKey(studentOfAccount(accountId) ?? '-') }),
      now,
    );
    if (opened?.caller.role !== 'student') return opened;
    const student = opened.found[ofStudent] as StudentItem | undefined;
    if (student?.status !== 'current' || !hasFamilies()) return null;
    return { ...opened, caller: { ...opened.caller, name: studentName(student, student.studentId) } };
  },
  recordAccessEvent: async (note, request) => {
    const studentId = studentOfAccount(note.accountId);
    if (studentId !== undefined && note.kind === 'document opened' && note.card)
      await recordReportCardOpened({ ...note.card, studentId }, request);
    else await recordAccessEvent(note, request);
  },
};

const hasFamilies = (): boolean => school().options.includes('families');

/** The student's record among the items read, beside those that the handler asked for. */
const ofStudent = ' student';

/** Answers 404 to every call where the school has no families' entrance. */
export const onlyWithFamilyEntrance =
  (handler: ApiGatewayHandler): ApiGatewayHandler =>
  async (event, context) =>
    hasFamilies() ? handler(event, context) : errorAnswer(new NotFoundError(), event);
