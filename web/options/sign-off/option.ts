import { FileSignature } from 'lucide-react';
import { signOffTitle } from '#shared/options/sign-off/menu-wordings.ts';
import type { ScreenOfOption, TeacherScreenOfOption } from '../../session/screens-of-options.ts';
import { lazyWithRetry } from '../../ui/display/lazy-with-retry.ts';

const load = () => import('./sign-reports.tsx');

export const screens: readonly ScreenOfOption[] = [
  {
    menu: 'completeness',
    group: 'Marks',
    kinds: ['Admin'],
    label: signOffTitle,
    path: 'sign-reports',
    icon: FileSignature,
    isHidden: ({ options }) => !options.includes('sign-off'),
    load,
  },
];

export const teacherScreens: readonly TeacherScreenOfOption[] = [
  {
    label: signOffTitle,
    text: 'Reports of your classes that wait for you, as form teacher, dean or principal.',
    path: 'sign-reports',
    icon: FileSignature,
    isHidden: ({ options }) => !options.includes('sign-off'),
    // Which posts sign as the principal only the server knows.
    opensFor: ({ hadClasses, hasPost }) => hadClasses || hasPost,
    load,
  },
];

export const aboveRecord = lazyWithRetry(() => import('./signature-line.tsx'));

/** For the office and for teachers. */
export const guide = () => import('../../../docs/guide/options/sign-off/signing.md?guide');
