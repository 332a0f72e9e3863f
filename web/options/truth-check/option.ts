import { SearchCheck } from 'lucide-react';
import { checkReportsTitle } from '#shared/options/truth-check/menu-wordings.ts';
import type { ScreenOfOption, TeacherScreenOfOption } from '../../session/screens-of-options.ts';
import { lazyWithRetry } from '../../ui/display/lazy-with-retry.ts';

const load = () => import('./check-reports.tsx');

export const screens: readonly ScreenOfOption[] = [
  {
    menu: 'completeness',
    group: 'Marks',
    kinds: ['Admin'],
    label: checkReportsTitle,
    path: 'check-reports',
    icon: SearchCheck,
    isHidden: ({ options }) => !options.includes('truth-check'),
    load,
  },
];

export const teacherScreens: readonly TeacherScreenOfOption[] = [
  {
    label: checkReportsTitle,
    text: 'What cannot be right in your classes and subjects, and what looks like a slip.',
    path: 'check-reports',
    icon: SearchCheck,
    isHidden: ({ options }) => !options.includes('truth-check'),
    opensFor: () => true,
    load,
  },
];

export const besideRemark = lazyWithRetry(() => import('./warn-of-remark.tsx'));
export const findingsOfStudent = lazyWithRetry(() => import('./findings-of-student.tsx'));

export const guide = () => import('../../../docs/guide/options/truth-check/office.md?guide');
