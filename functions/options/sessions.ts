import { familyAuthenticator } from './families/records/family-authenticator.ts';

/** Sessions of students, for the functions whose calls they make. */
export const sessionParts = { families: familyAuthenticator };
