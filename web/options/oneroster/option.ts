import { ArrowLeftRight } from 'lucide-react';
import { manageAdminsAction } from '#shared/accounts/auth/permissions.ts';
import { onerosterWordings } from '#shared/options/oneroster/wordings.ts';
import type { ScreenOfOption } from '../../session/screens-of-options.ts';

export const screens: readonly ScreenOfOption[] = [
  {
    // Its place in the menu; who may open it is decided below.
    menu: 'students',
    group: 'People',
    kinds: ['Admin'],
    label: onerosterWordings.title,
    path: 'oneroster',
    icon: ArrowLeftRight,
    isOpenTo: ({ permissions }) => permissions.some(({ action }) => action === manageAdminsAction),
    isHidden: ({ options }) => !options.includes('oneroster'),
    load: () => import('./oneroster.tsx'),
  },
];

export const guide = () => import('../../../docs/guide/options/oneroster/office.md?guide');
