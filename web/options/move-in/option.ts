import { PackageOpen } from 'lucide-react';
import { moveInScreenWordings } from '#shared/options/move-in/wordings.ts';
import type { ScreenOfOption } from '../../session/screens-of-options.ts';

export const screens: readonly ScreenOfOption[] = [
  {
    menu: 'students',
    group: 'People',
    kinds: ['Admin'],
    label: moveInScreenWordings.title,
    path: 'move-in',
    icon: PackageOpen,
    isHidden: ({ options }) => !options.includes('move-in'),
    firstStep: moveInScreenWordings.firstStep,
    load: () => import('./move-in.tsx'),
  },
];

export const guide = () => import('../../../docs/guide/options/move-in/office.md?guide');
