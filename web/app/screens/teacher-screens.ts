import type { TeacherMenuOption } from '../../features/people/teacher-area/main-menu.tsx';
import { screenTitles } from '../../session/wordings.ts';

/** The screens of the teacher area's main menu, in the order of product §2. */
export const teacherScreens = [
  {
    label: screenTitles.enterMarksCourseWork,
    text: 'The mark book: assessments of your subject classes, and their marks.',
    path: 'mark-book',
    kind: 'book',
    load: () => import('../../features/marks/mark-book/mark-book.tsx'),
  },
  {
    label: screenTitles.enterMarksEndOfTerm,
    text: 'Exam marks, conduct and comments for your subject classes.',
    path: 'enter-marks',
    kind: 'marks',
    load: () => import('../../features/marks/mark-sheet/enter-marks.tsx'),
  },
  {
    label: 'Edit/View Term Reports',
    text: 'Report cards of your form class, and of the classes you are dean of.',
    path: 'view-reports',
    kind: 'reports',
    load: () => import('../../features/term-reports/view-term-reports.tsx'),
  },
  {
    label: 'Completeness',
    text: 'What is still missing on the reports of your form class, and of the classes you are dean of.',
    path: 'completeness',
    kind: 'completeness',
    load: () => import('../../features/term-reports/completeness/completeness.tsx'),
  },
  {
    label: 'Weekly Tests',
    text: 'Marks of the tests that your classes sit on Thursdays.',
    path: 'weekly-tests',
    kind: 'tests',
    load: () => import('../../features/marks/weekly-tests/weekly-tests.tsx'),
  },
  {
    label: 'Class Register',
    text: 'Who of your class is there, morning and afternoon.',
    path: 'class-register',
    kind: 'register',
    load: () => import('../../features/attendance/register/register.tsx'),
  },
] as const satisfies readonly (TeacherMenuOption & { load: () => Promise<unknown> })[];
