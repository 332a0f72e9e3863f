import { Award } from 'lucide-react';
import { transcriptScreenWordings } from '#shared/options/transcripts/wordings.ts';
import type { PartOfScreen, ScreenOfOption } from '../../session/screens-of-options.ts';

export const screens: readonly ScreenOfOption[] = [
  {
    menu: 'reports',
    group: 'Term',
    kinds: ['Admin'],
    label: transcriptScreenWordings.title,
    path: 'transcripts',
    icon: Award,
    isHidden: ({ options }) => !options.includes('transcripts'),
    load: () => import('./transcripts.tsx'),
  },
];

export const partsOfScreens: readonly PartOfScreen[] = [
  { screen: 'transcripts', kind: 'Screen', label: 'Earlier Marks', fields: { show: 'earlier' } },
  { screen: 'transcripts', kind: 'Screen', label: 'Merit Lists and Blank Paper', fields: { show: 'lists' } },
];

export const guide = () => import('../../../docs/guide/options/transcripts/office.md?guide');
