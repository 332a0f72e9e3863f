import { Presentation } from 'lucide-react';
import { councilTitle } from '#shared/options/sign-off/council/menu-wordings.ts';
import type { ScreenOfOption, TeacherScreenOfOption } from '../../../session/screens-of-options.ts';

const screen = {
  label: councilTitle,
  path: 'class-council',
  icon: Presentation,
  isHidden: ({ options }) => !options.includes('sign-off'),
  load: () => import('./class-council.tsx'),
} as const satisfies Partial<ScreenOfOption>;

export const screens: readonly ScreenOfOption[] = [{ ...screen, menu: 'termReports', group: 'Term', kinds: ['Admin'] }];

export const teacherScreens: readonly TeacherScreenOfOption[] = [
  {
    ...screen,
    text: 'The students of a class one by one, for its dean and the principal: notes, decisions, minutes.',
    // Which posts are the principal's only the server knows; it lists the councils that one holds.
    opensFor: ({ hadClasses, hasPost }) => hadClasses || hasPost,
  },
];

export const saveKinds = () => import('./council-saves.ts');
