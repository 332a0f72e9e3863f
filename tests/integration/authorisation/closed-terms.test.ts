import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeBatches } from '#functions/platform/table/table.ts';
import { type TermLocks, termLocksItems } from '#functions/school/records/term-locks.ts';
import { isStateChangingCall } from '#shared/http/contract.ts';
import { callsWithExamples } from '../../support/callers/call-examples.ts';
import { ExamplesOfEverybody } from '../../support/callers/examples-of-everybody.ts';
import { term, year } from '../../support/school/small-school.ts';
import { saveTableForRestore } from '../../support/school/table-content.ts';

/**
 * What becomes of each writing call in a term that is closed (rule 47), written by hand. A new call has to be put into
 * one of the lists. `refused`: its example writes into the term. `by its own test`: it can be refused, but its example
 * ends before it writes.
 */
const oracle: Record<string, string[]> = {
  refused: [
    'mark-sheet saveSubjectRecord',
    'mark-book saveAssessment',
    'mark-book deleteAssessment',
    'term-reports saveTermReport',
    'term-reports updateSubjectRecord',
    'term-reports deleteSubjectRecord',
    'term-reports deleteTermReport',
    'term-reports setPossibleAttendance',
    'term-reports setNewTermBeginning',
    'attendance saveTermDates',
    'terms saveAcademicTerm',
    'terms startTermRegistration',
  ],
  'by its own test': [
    'mark-book saveMark',
    'mark-sheet restoreMarkSheet',
    'mark-book confirmMarksUpload',
    'mark-book restoreMarkBook',
    'mark-book restoreAssessment',
    'undo undoAct',
    'term-reports remindTeachers',
    'sign-off signReports',
    'sign-off takeBackSignatures',
    'sign-off saveClassCouncil',
    'terms undoRegistration',
    'weekly-tests saveWeeklyTestOfClass',
    'weekly-tests deleteWeeklyTestOfClass',
    'weekly-tests importWeeklyTests',
    'attendance updateTermReports',
    'attendance writeAttendanceIntoReport',
    'attendance undoTermReportsUpdate',
  ],
  // Copies, prints and the state of the term itself. Deleting and restoring a term is for one without marks.
  'of the term, and allowed': [
    'term-reports postTermReports',
    'term-reports issueReportAgain',
    'term-reports startPrintingReportCards',
    'terms closeTerm',
    'terms openTerm',
    'terms deleteTerm',
    'terms setCurrentPeriod',
    'attendance recalculateDays',
    // A judgement of what was entered changes nothing on a report.
    'truth-check dismissFinding',
    'truth-check restoreFinding',
  ],
  // Attendance has its own end (rule 49): `options/scan-stations/attendance-closing.slow.test.ts`.
  'of attendance, and allowed': [
    'attendance saveAttendanceRegister',
    'attendance correctAttendance',
    'families acceptFamilyNote',
    'families askAboutFamilyNote',
    'attendance setSchoolDays',
    'scan-stations receiveStationScans',
    'scan-stations acceptRefusedScans',
    'attendance importScans',
    'attendance deleteAttendance',
    'attendance addAbsenceNotice',
    'attendance withdrawAbsenceNotice',
    'terms closeAttendance',
    'terms openAttendance',
  ],
  // What belongs to students and lessons changes, and the closed term's marks and reports stay as they are.
  'beside the term': [
    'term-reports changeClass',
    'student-subjects assignStudents',
    'student-subjects assignBatch',
    'student-subjects removeStudentsFromSubject',
    'lessons handOverLessons',
    'terms startPromotion',
    'terms undoPromotion',
    'terms savePromotionPlan',
    'terms previewPromotionPlanFile',
    'terms takeOverLessons',
    'terms undoTakeOver',
    'attendance archiveAttendance',
  ],
  // How cards are printed from now on; a posted card keeps its layout.
  'of no term': [
    'term-reports saveCardLayout',
    'term-reports deleteCardLayout',
    'term-reports publishCardLayout',
    'term-reports addCrest',
    'terms clearFlags',
    'terms saveFormLevelRegistration',
    'terms startSchoolFile',
    'student-spreadsheets storeRegistrationFile',
    'student-spreadsheets checkRegistrationRows',
    'student-spreadsheets applyStudentUpload',
    'student-spreadsheets downloadStudents',
    'student-subjects saveSubject',
    'student-subjects deleteSubject',
    'student-register saveColumnPreset',
    'student-register deleteColumnPreset',
    'student-register saveStudent',
    'student-register addStudent',
    'student-register archiveStudent',
    'student-register restoreStudent',
    'student-register resetStudentPassword',
    'student-register eraseStudent',
    'student-register eraseStudentsDue',
    'student-register exportEverythingAboutStudent',
    'lessons saveLesson',
    'lessons saveAdminLesson',
    'lessons deleteAdminLesson',
    'lessons saveAdminLessons',
    'lessons deleteAdminLessons',
    'lessons saveFormTeacherClass',
    'lessons saveDeanFormClasses',
    'mark-sheet saveBankComment',
    'mark-sheet deleteBankComment',
    'mark-book previewMarksUpload',
    'mark-book downloadSpreadsheet',
    'attendance previewSchoolDays',
    'scan-stations addAttendanceStation',
    'scan-stations endAttendanceStation',
    'scan-stations restoreAttendanceStation',
    'scan-stations dismissRefusedScans',
    'attendance previewImport',
    // Who and what the school has is of no term.
    'move-in previewMoveIn',
    'move-in startMoveIn',
    'move-in undoAct',
    // Figures of what is there, which change nothing of a term.
    'district makeFigures',
    // A file of what is there, which changes nothing of a term.
    'oneroster startRosterFile',
    'oneroster addRosterKey',
    'oneroster endRosterKey',
    // Earlier marks are no records of a term of the school.
    'transcripts issueDocuments',
    'transcripts withdrawDocument',
    'transcripts previewEarlierMarks',
    'transcripts importEarlierMarks',
    'transcripts undoAct',
  ],
};

/** Nothing of these domains is of a term. */
const ofNoTerm = new Set<string>(['auth', 'accounts', 'families', 'student-entrance', 'student-files']);
/** But for what the register takes of families. */
const ofRegister = ['families acceptFamilyNote', 'families askAboutFamilyNote'];

const nameOf = ({ domain, name }: { domain: string; name: string }) => `${domain} ${name}`;
const mutating = callsWithExamples.filter(
  (entry) => isStateChangingCall(entry.call) && (!ofNoTerm.has(entry.domain) || ofRegister.includes(nameOf(entry))),
);
const listed = (list: string) => mutating.filter((entry) => oracle[list]?.includes(nameOf(entry)));

const closed = (why: 'office' | 'posted') => [{ year, term, why, by: 'Ada Office', at: '2025-12-12 14:05:00' }];
const states: Record<string, { register: Omit<TermLocks, 'version'>; says: string | null }> = {
  'an open term': { register: { currentYear: year, closed: [], opened: [] }, says: null },
  'a closed term': {
    register: { currentYear: year, closed: closed('office'), opened: [] },
    says: 'Term 1, 2025-2026 was closed by Ada Office on 12-Dec-2025 at 14:05. Its marks and remarks can no longer be changed.',
  },
  'a posted term': {
    register: { currentYear: year, closed: closed('posted'), opened: [] },
    says: 'Term 1, 2025-2026 was closed when its reports were posted by Ada Office on 12-Dec-2025 at 14:05. Its marks and remarks can no longer be changed.',
  },
  'a term of a past year': {
    register: { currentYear: year + 1, closed: [], opened: [] },
    says: 'Term 1, 2025-2026 is of a past year, and closed. Its marks and remarks can no longer be changed.',
  },
  'a term of a past year that was opened again': {
    register: { currentYear: year + 1, closed: [], opened: closed('office') },
    says: null,
  },
};

it('puts every call that writes into one list', () => {
  expect(Object.values(oracle).flat().sort()).toEqual(mutating.map(nameOf).sort());
});

let examples: ExamplesOfEverybody;
let asFirst: () => Promise<void>;
beforeAll(async () => {
  examples = await ExamplesOfEverybody.start();
  asFirst = await saveTableForRestore();
});
afterAll(() => examples.stop());

describe.each(Object.entries(states))('in %s', (_state, { register, says }) => {
  let bringBack: () => Promise<void>;
  beforeAll(async () => {
    await asFirst();
    await writeBatches(termLocksItems({ ...register, version: 2 }));
    bringBack = await saveTableForRestore();
  });

  it.each(listed('refused'))(`$domain $name ${says === null ? 'is not refused' : 'is refused'}`, async (entry) => {
    const { status, error } = await examples.send(entry);
    if (says === null) expect(status).not.toBe(423);
    else expect([status, error?.message?.[0]]).toEqual([423, says]);
    await bringBack();
  });

  // The others once, where they would be refused by mistake.
  const others = says?.includes('was closed by')
    ? ['beside the term', 'of the term, and allowed', 'of attendance, and allowed'].flatMap(listed)
    : [];
  it.each(others)('$domain $name is not refused', async (entry) => {
    expect((await examples.send(entry)).status).not.toBe(423);
    await bringBack();
  });
});
