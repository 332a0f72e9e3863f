import {
  addWeeklyTest,
  chooseClassOfSpreadsheet,
  choosePageOfMarkBook,
  endSessionAt,
  fillInEntrance,
  inCell,
  withApp,
  withChangeSincePosting,
  withDocument,
  withLessonsLeft,
  withNewSignIn,
  withNewYear,
  withOldSignIn,
  withOpenLinks,
  withoutCurrentTerm,
  withoutServer,
  withPostedTerms,
  withSlowSpreadsheet,
  withWeeklyTests,
} from './before-a-window.ts';
import { findControl, type OpenedWindow, office } from './open-a-window.ts';
import { registerOfDay, windowsOfAttendance } from './windows-of-attendance.ts';
import { windowsOfStudents } from './windows-of-students.ts';

const teacher = (at: string) => ({ as: 'teacher', at: `/term-reports/${at}` });
const markSheet = teacher('enter-marks/2025-MATH-1A');
const markBook = teacher('mark-book/2025-MATH-1A');

const mails = office('family-mails');
/** Whose reports of an earlier term are posted. */
const transcripts = office('transcripts?class=2A');
const transcript: Omit<OpenedWindow, 'press' | 'title'> = {
  ...transcripts,
  prepare: (page) => findControl(page, 'Open ').click(),
};

/** By file of `web` the ways to its windows by their own buttons, or what it takes besides. */
export const everyWindow: Readonly<Record<string, readonly OpenedWindow[] | string>> = {
  'app/help/help-window.tsx': [{ ...office('teachers'), press: ['Help (F1)'], title: 'Help' }],
  'app/palette/command-palette.tsx': [{ ...office('teachers'), press: ['Find (Ctrl+K)'], title: 'Find' }],
  'app/shell/admin-shell.tsx': [{ ...office('teachers'), isPhone: true, press: ['Menu'], title: /./ }],
  'documents/document-frame.tsx': [{ ...office('reports'), press: ['Student by Class/Subject'], title: /^Student by/ }],
  'explain/explanation-window.tsx': [
    { ...markSheet, prepare: inCell('total'), press: ['Explain'], title: /./, back: /^$/ },
  ],
  'features/accounts/my-account/my-account.tsx': [
    { ...office('my-account'), press: ['Change password'], title: 'Change password' },
  ],
  'features/accounts/my-account/second-factor-dialogs.tsx': [
    { ...office('my-account'), press: ['Set up an app'], title: /app/ },
    { ...office('my-account'), before: withApp, press: ['Move to another phone'], title: /phone/ },
    { ...office('my-account'), before: withApp, press: ['Make new codes'], title: 'Make new recovery codes' },
    { ...office('my-account'), before: withApp, press: ['End second factor'], title: 'End second factor' },
  ],
  'features/accounts/sign-in/credentials-step.tsx': [
    { as: '', at: '/', before: withoutServer, prepare: fillInEntrance, press: ['LOGIN'], title: 'Login Error' },
  ],
  ...windowsOfAttendance,
  'options/families/office/notes/family-notes.tsx': [
    { ...registerOfDay, press: ['Family Notes'], title: 'Family notes' },
  ],
  'options/families/office/end-links-dialog.tsx': [
    { ...office('families'), before: withOpenLinks, press: ['End All Links'], title: 'End Links' },
  ],
  'options/families/office/families-of-class-dialog.tsx': [
    { ...office('families'), press: ['Open 1A'], title: 'Families of 1A' },
  ],
  'options/families/office/links-of-class-dialog.tsx': [
    { ...office('families'), press: ['Links of 1A'], title: /^Links of 1A/ },
  ],
  'options/families/office/families.tsx': [{ ...office('families'), press: ['Make Accounts'], title: 'Make Accounts' }],
  'options/families/office/family-mails.tsx': [{ ...mails, press: ['Send '], title: 'Send Letters' }],
  'options/families/office/letters-to-send.tsx': [{ ...mails, press: ['Preview '], title: /^Letter about/ }],
  'options/families/office/mails-of-class-dialog.tsx': [
    { ...mails, press: ['Open letters of 1A'], title: 'Letters of 1A' },
  ],
  'options/sign-off/remind-dialog.tsx': [{ ...office('sign-reports'), press: ['Remind'], title: 'Remind' }],
  'options/sign-off/clean-dialog.tsx': [
    { as: 'formteacher', at: '/term-reports/sign-reports', press: ['Clean reports'], title: 'Clean reports' },
  ],
  'options/sign-off/council/minutes-window.tsx': [
    { ...office('class-council?class=1A'), press: ['Minutes'], title: /^Minutes of the class council of 1A/ },
  ],
  'options/truth-check/certificate-window.tsx': [
    { ...office('check-reports'), before: withPostedTerms, press: ['Certificate'], title: /^Certificate/ },
  ],
  'options/truth-check/dismiss-dialog.tsx': [
    {
      ...office('check-reports?class=1C&term=2'),
      press: ['Dismiss'],
      title: 'Dismiss',
    },
  ],
  'features/marks/mark-book/assessment-dialog.tsx': [
    { ...teacher('mark-book/2025-MATH-1A'), press: ['Add Assessment'], title: 'Add Assessment' },
  ],
  'features/marks/mark-book/mark-note-form.tsx': [
    { ...markBook, prepare: inCell(), press: ['Note'], title: /^Note on /, back: /^Assessment 1/ },
  ],
  'features/marks/mark-book/spreadsheets/upload-page-windows.tsx': [
    { ...teacher('mark-book/2025-MATH-1A'), press: ['Upload'], title: 'Upload marks' },
  ],
  'features/marks/mark-book/spreadsheets/mark-book-spreadsheet.tsx': [
    {
      ...office('course-mark?option=spreadsheet'),
      before: withSlowSpreadsheet,
      prepare: chooseClassOfSpreadsheet,
      press: ['Download Spreadsheet'],
      title: 'Making the spreadsheet',
    },
  ],
  'features/marks/mark-book/spreadsheets/upload-preview.tsx': [
    { ...markBook, prepare: choosePageOfMarkBook, press: ['Upload'], title: 'What the file changes' },
  ],
  'features/marks/mark-sheet/comment-sheet.tsx': [
    { ...markSheet, prepare: inCell('comment'), press: [], title: /^Comment/ },
    {
      ...markSheet,
      prepare: async (page) => {
        await inCell()(page);
        const dialog = page.getByRole('dialog');
        for (let tabs = 0; tabs < 6 && (await dialog.count()) === 0; tabs += 1) {
          await page.keyboard.press('Tab');
          // A further Tab would leave the field of a window that is only about to open.
          await dialog.waitFor({ timeout: 500 }).catch(() => undefined);
        }
      },
      press: [],
      title: /^Comment/,
    },
  ],
  'features/marks/mark-sheet/comments/comment-bank-dialog.tsx': [
    { ...markSheet, prepare: inCell('comment'), press: ['My comments'], title: 'My comments' },
  ],
  'features/marks/weekly-tests/weekly-marks-dialog.tsx': [
    {
      ...teacher('weekly-tests'),
      before: withWeeklyTests,
      prepare: addWeeklyTest,
      press: ['Edit/View Marks'],
      title: /Mathematics/,
    },
  ],
  'features/people/administrators/school-file-dialog.tsx': [
    { ...office('teachers?tab=administrators'), press: ['School in a File'], title: 'School in a File' },
  ],
  'features/people/administrators/administrator-dialog.tsx': [
    { ...office('teachers?tab=administrators'), press: ['Add Administrator'], title: 'New Administrator' },
    { ...office('teachers?tab=administrators'), press: ['Edit: '], title: /^Edit / },
  ],
  'features/people/lessons/lessons-dialog.tsx': [{ ...office('teachers'), press: ['Lessons: '], title: /^Lessons of/ }],
  'features/people/password-slip.tsx': [
    { ...office('teachers'), before: withNewSignIn, press: ['Sign-in of '], title: /^Sign-in of/ },
  ],
  'features/people/restore-teacher-dialog.tsx': [
    { ...office('teachers?tab=archive'), press: ['Restore: '], title: /^Restore .*\?$/ },
  ],
  'features/people/sessions-dialog.tsx': [
    { ...office('teachers'), press: ['Sessions: '], title: /^Where .* is signed in$/ },
  ],
  'features/people/teacher-dialog.tsx': [
    { ...office('teachers'), press: ['Add New Teacher'], title: 'New Teacher' },
    { ...office('teachers'), press: ['Edit: '], title: 'Edit Teacher' },
  ],
  'features/people/work-without-teacher-dialog.tsx': [
    { ...office('teachers'), before: withLessonsLeft, press: ['Hand Over'], title: 'Without a teacher' },
  ],
  'features/reports/reports.tsx': [
    { ...office('reports'), press: ['Logins - Students Never Logged In'], title: /Never Logged In/ },
  ],
  'features/school/close-term.tsx': [{ ...office('current-term'), press: ['Close term: '], title: /^Close Term/ }],
  'features/school/new-year/take-over-dialog.tsx': [
    { ...office('current-term'), before: withNewYear, press: ['Take over lessons from'], title: /^Take over lessons/ },
  ],
  'features/school/due/due-dialog.tsx': [
    { ...office('teachers'), before: withoutCurrentTerm, press: ['What is due'], title: 'What is due' },
  ],
  'features/school/promotion/decide-for-student-dialog.tsx': [
    {
      ...office('promotion-plan'),
      prepare: (page) => page.getByRole('rowheader').first().getByRole('button').click(),
      press: [],
      title: /,/,
    },
  ],
  'features/school/promotion/promotion-dialog.tsx': [
    { ...office('teachers'), press: ['Promotion'], title: 'Promotion' },
  ],
  'features/school/promotion/upload-promotion-lists.tsx': [
    { ...office('promotion-plan'), press: ['Upload'], title: 'Upload class lists' },
  ],
  'options/transcripts/documents-window.tsx': [{ ...transcript, press: ['Issue Transcript'], title: /^No\. / }],
  'options/transcripts/issue-transcripts-dialog.tsx': [
    { ...transcripts, press: ['Issue '], title: /^Issue \d+ Transcripts$/ },
  ],
  'options/transcripts/lists-and-paper.tsx': [
    { ...office('transcripts?show=lists'), press: ['Show List'], title: 'Merit List' },
  ],
  'options/transcripts/student-transcript.tsx': [{ ...transcript, press: ['Preview'], title: 'Transcript, draft' }],
  'options/transcripts/withdraw-dialog.tsx': [
    { ...transcript, before: withDocument, press: ['Withdraw '], title: 'Withdraw 2026-0001' },
  ],
  'options/transcripts/words-dialog.tsx': [{ ...transcript, press: ['Testimonial'], title: 'Testimonial' }],
  'options/families/office/registration/accept-registrations.tsx': [
    { ...office('registration'), press: ['Accept Registrations'], title: 'Accept Registrations' },
  ],
  'options/families/office/registration/decide-registration-dialog.tsx': [
    { ...office('registration?level=2&class=2A'), press: ['Compare '], title: /,/ },
  ],
  'features/school/registration/register-students.tsx': [
    { ...office('current-term'), press: ['Register Students'], title: 'Register Students' },
  ],
  'features/school/registration/registration-windows.tsx': [
    { ...office('registration'), press: ['Edit Form 1'], title: 'Form 1 registration' },
  ],
  ...windowsOfStudents,
  'features/subjects/add-student-to-subject-dialog.tsx': [
    { ...office('subjects?tab=assignment'), press: ['View/Add Students: ', 'Add Student'], title: 'Add Student' },
  ],
  'features/subjects/batch-assignment-dialog.tsx': [
    {
      ...office('subjects?tab=batch&subject=BIOL&level=4'),
      prepare: (page) => page.getByRole('grid').getByRole('checkbox').nth(2).check(),
      press: ['Assign Selected Students'],
      title: /^Assign /,
    },
  ],
  'features/subjects/students-of-subject-dialog.tsx': [
    { ...office('subjects?tab=assignment'), press: ['View/Add Students: '], title: /Accounting/ },
  ],
  'features/subjects/subject-dialog.tsx': [
    { ...office('subjects'), press: ['Add New Subject'], title: 'Add New Subject' },
    { ...office('subjects'), press: ['Edit Subject: '], title: 'Edit Subject' },
  ],
  'features/term-reports/completeness/remind-dialog.tsx': [
    { ...office('completeness'), press: ['Remind'], title: 'Remind' },
  ],
  'features/term-reports/documents/class-sheet-dialog.tsx': [
    { ...office('term-details?class=1A'), press: ['Class Mark Sheet'], title: /^Class Mark Sheet of/ },
    { ...office('term-details?class=1A'), press: ['Rank Sheet'], title: /^Rank Sheet of/ },
  ],
  'features/term-reports/documents/print-school-dialog.tsx': [
    { ...office('term-details?class=1A'), press: ['Print School'], title: 'Report cards of the school' },
  ],
  'features/term-reports/more-options/more-options-dialog.tsx': [
    { ...office('term-details?class=1A'), press: ['More Options'], title: 'More Options' },
  ],
  'features/term-reports/posted-note.tsx': [
    { ...office('term-details?class=1A'), before: withChangeSincePosting, press: ['Issue again'], title: /^Issue/ },
  ],
  'features/term-reports/posting/post-dialog.tsx': [
    { ...office('post-reports'), press: ['Edit: '], title: /^Post/ },
    {
      ...office('post-reports'),
      press: ['Edit: 2025-2026 Term 1', 'No, remove posting'],
      title: /^Remove the posting of/,
      isStep: true,
      back: /^Edit: /,
    },
  ],
  'features/term-reports/record/change-subject-dialog.tsx': [
    { ...office('term-details?class=1A'), press: ['English Language, change subject'], title: 'Change subject' },
  ],
  'features/term-reports/record/student-panel.tsx': [
    { ...office('term-details?class=1A'), press: ['Longer dean comments'], title: /^Dean comments/ },
  ],
  'features/term-reports/record/subject-remark-sheet.tsx': [
    { ...office('term-details?class=1A'), press: ['Remarks, English Language'], title: /English Language/ },
  ],
  'features/term-reports/report-card-dialog.tsx': [
    { ...office('term-details?class=1A'), press: ['Print One'], title: /./ },
  ],
  'features/term-reports/search-class-dialog.tsx': [
    { ...office('term-details?class=1A'), press: ['Search'], title: 'Students of 1A' },
  ],
  'figures/figures-window.tsx': [{ ...teacher('enter-marks/2025-MATH-1A'), press: ['Figures'], title: 'Figures' }],
  'history/cell-history-dialog.tsx': [
    { ...markSheet, prepare: inCell(), press: ['History'], title: /^History/, back: /^Exam mark/ },
  ],
  'history/sheet-at-moment.tsx': [
    {
      ...teacher('enter-marks/2025-MATH-1A'),
      press: ['Earlier versions of the sheet'],
      title: 'Earlier versions of the sheet',
    },
  ],
  'outbox/status/unsaved-value-list.tsx': [{ ...office('teachers'), press: ['All saved'], title: 'All saved' }],
  'session/expiry/sign-in-again.tsx': [
    {
      ...markSheet,
      prepare: endSessionAt(markSheet.at),
      press: ['Sign in'],
      title: 'Please sign in again',
      // A press of the mouse on the band leaves it in the cell.
      back: /^(?:Exam mark|Sign in)/,
    },
  ],
  'session/signed-in/use-owner-proof.tsx': [
    { ...office('my-account'), before: withOldSignIn, press: ['End all others'], title: /it is you/ },
  ],
  'ui/overlays/modal.tsx': [{ ...office('teachers'), press: ['Archive: '], title: /^Archive .*\?$/ }],
  'undo/recent-acts.tsx': [
    { ...office('term-details?class=1A'), press: ['Recently changed'], title: 'Recently changed' },
  ],
};

/** Each of them, once. */
export const openedWindows: readonly OpenedWindow[] = Object.values(everyWindow).flatMap((ways) =>
  typeof ways === 'string' ? [] : ways,
);
