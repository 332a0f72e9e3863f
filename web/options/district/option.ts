import { Landmark } from 'lucide-react';
import { districtTitle } from '#shared/options/district/menu-wordings.ts';
import type { ScreenOfOption } from '../../session/screens-of-options.ts';

export const screens: readonly ScreenOfOption[] = [
  {
    menu: 'reports',
    group: 'Term',
    kinds: ['Admin'],
    label: districtTitle,
    path: 'district-figures',
    icon: Landmark,
    isHidden: ({ options }) => !options.includes('district'),
    load: () => import('./district-figures.tsx'),
  },
];

export const guide = () => import('../../../docs/guide/options/district/office.md?guide');
