import type { CallOfProduct } from '#shared/product.ts';
import { ownOfFamilies } from '../rights/options/families/own-answers.ts';
import { ownOfSignOff } from '../rights/options/sign-off/own-answers.ts';

/** What tests of the core take from the options: see `no-options.ts` for a build without. */
export { inputsOfOptions, keepActsOfOptions } from '../rights/options/school-of-rights.ts';
export { optionExamples } from './options/examples.ts';
export { signInOfStudents } from './options/families/sign-in.ts';
export { addRecordsOfOptions, stationKey } from './options/records.ts';

/** What is about the caller alone. */
export const ownOfOptions = { ...ownOfFamilies, ...ownOfSignOff };

/** Accounts of students who sign in, of the school of callers. */
export const studentsWhoSignIn: readonly string[] = ['student.S41', 'student.S42'];

/** Students sign in first: the office resets a password in a later example, which is not taken back. */
export const calledFirst = ({ domain }: CallOfProduct): boolean => domain === 'student-entrance';

/** Their regular expressions that are made of texts. */
export const expressionsOfOptions = {
  'shared/options/signed-cards/contract.ts': /^[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{10}$/,
};

/** Their calls whose bodies are larger than a list is in any school. */
export const largestBodiesOfOptions = {
  saveMyRegistration: '82 facts and what was in them: a fact takes 2,000 letters before it says what is too long',
  importEarlierMarks: '3,000 marks, each with its subject and source: a sheet of a class over seven years',
  acceptRegistration: 'what was in 82 facts: a fact takes 2,000 letters before it says what is too long',
};

/** Their addresses that answer with a printed document. */
export const documentsOfOptions: readonly string[] = [
  '/attendance-student-cards',
  ...['/class-council-minutes', '/posting-certificate'],
  ...['/family-letters', '/my-report-card', '/api/report-link-slips', '/api/linked-report-card'],
  ...['/api/student-documents', '/api/transcript-draft', '/api/term-list', '/api/blank-paper'],
];

/** Folders of files that they have in the bucket, and after how many days a file there is deleted. */
export const keptFoldersOfOptions: readonly [folder: string, days: number][] = [
  ['absence-notes/', 400],
  ['registration-files/', 400],
];

/**
 * What EventBridge starts for them in the demo school, by the first letters of what the rule is for, and the queue of
 * what it cannot start.
 */
export const startedForOptions: readonly [about: string, queue: string][] = [
  ['E-mails that came back f', 'formroom-demo-mail-reports'],
  ['Each night: the school i', 'formroom-dead-letters'],
];

/** Their sources that cut a day out of a moment, and why they may. */
export const cutsDaysOfOptions = {
  'functions/options/oneroster/keys/roster-readings.ts': 'counts readings of a UTC day',
  'functions/options/families/mails/absence-events.ts': 'counts days, no moments',
};

/** Their fields whose typed words need no question, and why. */
export const fieldsOfOptions = {
  'web/options/scan-stations/scan-station/station-page.tsx': 'a card’s number, sent by Enter',
  'web/options/move-in/refused-rows.tsx': 'kept and guarded in use-move-in.ts',
  'web/options/sign-off/council/meeting-panel.tsx': 'saved while typed',
  'web/options/transcripts/transcript-students.tsx': 'a search of what is listed below it',
  'web/options/scan-stations/stations.tsx': 'one name, whose button is beside it',
  'web/options/oneroster/roster-keys.tsx': 'one name, whose button is below it',
  'web/options/families/page/registration/registration-fact-field.tsx': 'saved while typed',
};
