import { sessionsOfStudents } from '../sessions/sessions-of-students.ts';
import { familyAuthenticator } from './families/records/family-authenticator.ts';

/** Fills the place of sessions of students, for the roots whose calls they make. */
export const fillSessions = (): void => sessionsOfStudents.fill({ families: familyAuthenticator });
