import { noWorkbook, type WrittenExamples } from '../callers/made-examples.ts';
import { password, term, year } from '../school/small-school.ts';

/** A link that nobody has made, and an opening of it. */
const unknownLink = 'l'.repeat(32);
const unknownOpening = {
  link: unknownLink,
  opening: `${'o'.repeat(43)}.${Buffer.from('2024 1 S41').toString('base64url')}`,
};

/** The scan that the station of the school of callers could not have taken. */
export const refusedScan = { station_id: 'GATE1', student_id: 'NOBODY', at: '2025-10-01T11:40:00.000Z' };

/** Of the options. */
export const optionExamples = {
  district: {},
  families: {
    // Of no term: none is posted.
    readFamilyAccounts: { input: {} },
    listFamilyAccounts: { input: { class_id: '4A' } },
    startMakingFamilyAccounts: { input: {} },
    printFamilyLetters: { input: { class_id: '4A' } },
    // Nothing is posted; the table of rights posts a report first.
    readMyReport: { outcome: 404 },
    printMyReport: { outcome: 404 },
    downloadMyCredential: { outcome: 404 },
    printLinkSlips: {
      input: { class_id: '4A', year: year - 1, term },
      outcome: 404,
    },
    makeReportLink: { input: { student_id: 'S41', year: year - 1, term }, outcome: 404 },
    // A link that nobody has made.
    readLinkedReport: { input: unknownOpening, outcome: 401 },
    printLinkedReport: { input: unknownOpening, outcome: 401 },
    requestNotePicture: { input: { type: 'image/jpeg', bytes: 5000 } },
    sendAbsenceNote: {
      input: { note: { from: '2025-10-01', to: '2025-10-03', why: 'ill', words: 'A cold' }, ticket: null },
    },
    answerAboutAbsenceNote: { input: { id: 'no-such-note', version: 1, text: 'Yes.' }, outcome: 404 },
    openFamilyNotePicture: { input: { student_id: 'S41', id: 'no-such-note' }, outcome: 404 },
    acceptFamilyNote: {
      input: { student_id: 'S41', id: 'no-such-note', version: 1, excused: 'excused' },
      outcome: 404,
    },
    askAboutFamilyNote: {
      input: { student_id: 'S41', id: 'no-such-note', version: 1, text: 'Is there a note of the doctor?' },
      outcome: 404,
    },
    withdrawMyAbsenceNote: { input: { id: 'no-such-note', version: 1 }, outcome: 404 },
    // No window is open, and nothing is handed in.
    saveMyRegistration: { input: { year, values: { hobbies: 'Chess' }, was: { hobbies: null } }, outcome: 422 },
    handInMyRegistration: { input: { year }, outcome: 422 },
    acceptRegistration: {
      input: {
        student_id: 'S41',
        year,
        version: 1,
        fields: ['hobbies'],
        was: { hobbies: null },
        files: [],
        was_files: {},
      },
      outcome: 409,
    },
    sendBackRegistration: {
      input: { student_id: 'S41', year, version: 1, note: 'Please add a phone.', fields: ['phone_cell'], files: [] },
      outcome: 409,
    },
    // Nothing is due, nothing is sent.
    sendFamilyMails: {
      input: { expected: 1, occasions: ['report posted'], class_ids: null },
      outcome: 409,
    },
    stopFamilyMails: { outcome: 409 },
    repeatFamilyMail: {
      input: { student_id: 'S41', event: 'posted-2025-1-1', address: 'parent@example.com' },
      outcome: 409,
    },
    requestRegistrationFile: { input: { year, kind: 'picture', type: 'image/jpeg', bytes: 5000 }, outcome: 422 },
    keepRegistrationFile: { input: { ticket: 'x'.repeat(43) }, outcome: 404 },
    openMyRegistrationFile: { input: { kind: 'picture' }, outcome: 404 },
    removeRegistrationFile: { input: { year, kind: 'picture' } },
    openRegistrationFile: { input: { student_id: 'S41', kind: 'picture' }, outcome: 404 },
    // Of a year that is over.
    acceptRegistrations: {
      input: { year: year - 1, registrations: [{ student_id: 'S41', version: 1 }] },
      outcome: 409,
    },
  },
  'sign-off': {
    countSignatures: { input: { year: String(year), term: String(term) as '1' } },
    listSignatures: { input: { class_id: '4A', year: String(year), term: String(term) as '1' } },
    // What the report says has another name.
    signReports: {
      input: {
        year,
        term,
        class_id: '4A',
        as: 'form teacher',
        reports: [{ student_id: 'S41', contents: 'c'.repeat(22) }],
      },
      outcome: 409,
    },
    readClassCouncil: { input: { class_id: '4A', year: String(year), term: String(term) as '1' } },
    saveClassCouncil: { input: { class_id: '4A', year, term, student_id: 'S41', note: 'Invite the parents.' } },
    printCouncilMinutes: { input: { class_id: '4A', year: String(year), term: String(term) as '1' } },
    // Nothing is signed.
    takeBackSignatures: { input: { year, term, class_id: '4A', as: 'form teacher', student_ids: ['S41'] } },
  },
  'student-entrance': {
    studentLogin: { input: { name: 'S41', password } },
    // Nobody has shown a one-time password: the entrance's own tests do.
    setStudentPasswordAtSignIn: { input: { name: 'S41', password }, outcome: 401 },
    openReportLink: { input: { link: unknownLink, date_of_birth: '2010-05-17' }, outcome: 401 },
  },
  oneroster: {
    addRosterKey: { input: { name: 'Library', reads: ['people'] } },
    endRosterKey: { input: { id: 'KEY1' } },
  },
  'scan-stations': {
    addAttendanceStation: { input: { name: 'Back gate' } },
    endAttendanceStation: { input: { id: 'GATE1' } },
    restoreAttendanceStation: { input: { id: 'GATE1' } },
    // By a clock that is off since 2025: the scan is of today, on which there is no school.
    receiveStationScans: {
      input: {
        sent_at: '2025-10-01T11:50:02.000Z',
        scans: [{ student_id: 'S41', at: '2025-10-01T11:50:00.000Z' }],
      },
    },
    acceptRefusedScans: { input: { scans: [refusedScan] } },
    dismissRefusedScans: { input: { scans: [refusedScan], dismissed: true } },
    // Nobody was scanned in the last two minutes.
    readStationPicture: { outcome: 404 },
  },
  'move-in': {
    // The file is no workbook.
    previewMoveIn: { input: { file: noWorkbook }, outcome: 422 },
    startMoveIn: { input: { file: noWorkbook, plan: '0'.repeat(64) }, outcome: 422 },
    readMoveIn: { input: { run: 'A1/00000000-0000-4000-8000-000000000000' }, outcome: 404 },
  },
  transcripts: {
    listTranscriptStudents: { input: { class_id: '4A' } },
    issueDocuments: { input: { kind: 'testimonial', student_ids: ['S41'], words: 'Honest and kind.' } },
    // Nothing is posted, and no document was issued before.
    withdrawDocument: { input: { number: '2025-0001', withdrawn: true, reason: 'A wrong name' }, outcome: 404 },
    printDocuments: { input: { numbers: '2025-0001' }, outcome: 404 },
    printTranscriptDraft: {},
    printTermList: { input: { list: 'merit', year: '2025', term: '1', class_id: '4A' }, outcome: 404 },
    printBlankPaper: { input: { paper: 'mark list', class_id: '4A' } },
    // Of another student: the transcript of S41 is empty.
    importEarlierMarks: {
      input: {
        students: [
          {
            student_id: 'S42',
            version: 0,
            marks: [{ year: 2019, term: 1, subject: 'Mathematics', mark: '67.5', source: 'Report book 2019' }],
          },
        ],
      },
    },
  },
  'truth-check': {
    // Nothing is posted.
    printCertificate: { input: { year: String(year), term: String(term) as '1' }, outcome: 404 },
    // Nothing is found.
    dismissFinding: {
      input: { year, term, class_id: '4A', finding: 'f'.repeat(22), reason: 'It is right.' },
      outcome: 409,
    },
    restoreFinding: { input: { year, term, class_id: '4A', finding: 'f'.repeat(22) } },
  },
  verification: {
    // No card is signed.
    readCardStatusList: { input: { list: '2025-1-refresh' }, outcome: 404 },
    findCard: { input: { code: 'K7QF2M9X4T' }, outcome: 404 },
  },
} as const satisfies Partial<WrittenExamples>;
