import { withMarkOfFormTeacher, withRegisterOfToday } from './before-a-window.ts';
import { type OpenedWindow, office } from './open-a-window.ts';

const attendance = (name: string) => ({ ...office('student-attendance'), press: [`link: ${name}`] });
const register = office('student-attendance?act=register&class=1A&date=2026-05-19');
/** The form teacher's register of a day that is over. */
export const registerOfDay = { as: 'formteacher', at: '/term-reports/class-register?date=2026-05-19' };

/** Those of the registers and of the attendance office: part of `everyWindow`. */
export const windowsOfAttendance: Readonly<Record<string, readonly OpenedWindow[] | string>> = {
  'features/attendance/days/day-setting-window.tsx': [
    { ...office('student-attendance?act=days'), press: ['Tuesday 5 May 2026'], title: /^Tuesday, 05-May-2026$/ },
  ],
  'features/attendance/office/attendance-archive-window.tsx': [
    { ...attendance('Attendance - Archive'), title: 'Attendance - Archive' },
  ],
  'features/attendance/office/set-term-window.tsx': [
    { ...attendance('Attendance - Set Term'), title: 'Attendance - Set Term' },
  ],
  'features/attendance/office/update-term-reports-window.tsx': [
    { ...attendance('Attendance - Update Term Reports'), title: 'Attendance - Update Term Reports' },
  ],
  'features/attendance/register/register-days.tsx': [
    { ...register, press: ['Days of the Term'], title: /^Register of / },
  ],
  'features/attendance/register/register-windows.tsx': [
    { ...register, before: withRegisterOfToday, press: ['Day of '], title: /,/ },
    {
      ...registerOfDay,
      before: withMarkOfFormTeacher,
      press: ['radio: Absent'],
      title: /,/,
      back: /^Absent/,
    },
    {
      ...registerOfDay,
      before: withMarkOfFormTeacher,
      prepare: async (page) => {
        await page.locator('[data-student]').first().focus();
        await page.keyboard.press('a');
      },
      press: [],
      title: /,/,
      // As after any mark that is typed, the next student has it.
      back: /^Assee, Mei-Lin/,
    },
  ],
  'features/attendance/reports/attendance-report-window.tsx': [
    { ...attendance('Attendance - Class'), title: 'Attendance - Class' },
    { ...attendance('Attendance - Late List'), title: 'Attendance - Late List' },
  ],
  'features/attendance/reports/summary.tsx': [{ ...attendance('Attendance - Summary Statistics'), title: /Summary/ }],
  'features/attendance/student-days/absence-notices.tsx': [
    { ...register, press: ['Absences'], title: 'Absence notices' },
  ],
  'features/attendance/student-days/correction-window.tsx': [{ ...register, press: ['Day of '], title: /,/ }],
  'options/scan-stations/student-cards-window.tsx': [{ ...attendance('Student Cards'), title: 'Student Cards' }],
};
