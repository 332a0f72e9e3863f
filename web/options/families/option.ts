import { DoorOpen, Mail } from 'lucide-react';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyScreenTitles, registrationsDue } from '#shared/options/families/menu-wordings.ts';
import { dueOf } from '../../features/school/places.ts';
import type { PartOfScreen, ScreenOfOption } from '../../session/screens-of-options.ts';
import { sitePaths } from '../../session/site-paths.ts';
import { lazyWithRetry } from '../../ui/display/lazy-with-retry.ts';

/** Registrations that families have handed in. */
export const due = dueOf(familiesContract.listRegistrations, {
  menu: 'registration',
  input: { state: 'handed in' },
  toLines: ({ students }) => {
    const waiting = students.filter(({ state }) => state === 'handed in').length;
    return waiting > 0 ? [{ text: registrationsDue(waiting), to: sitePaths.registration }] : [];
  },
});

export const screens: readonly ScreenOfOption[] = [
  {
    menu: 'students',
    group: 'People',
    kinds: ['Admin'],
    label: familyScreenTitles.families,
    path: 'families',
    icon: DoorOpen,
    isHidden: ({ options }) => !options.includes('families'),
    load: () => import('./office/families.tsx'),
  },
  {
    menu: 'students',
    group: 'People',
    kinds: ['Admin'],
    label: familyScreenTitles.letters,
    path: 'family-mails',
    icon: Mail,
    isHidden: ({ sendsMail }) => sendsMail === undefined,
    load: () => import('./office/family-mails.tsx'),
  },
];

export const partsOfScreens: readonly PartOfScreen[] = [
  { screen: 'families', kind: 'Act', label: 'Make Accounts', fields: { make: 'accounts' } },
  { screen: 'family-mails', kind: 'Act', label: 'Send Letters', fields: { send: 'letters' } },
  { screen: 'registration', kind: 'Act', label: 'Accept Registrations', fields: { accept: 'all' } },
];

export const registrations = lazyWithRetry(() => import('./office/registration/registrations.tsx'));

export const notesOfClass = lazyWithRetry(() => import('./office/notes/notes-of-class.tsx'));

/** For the office; the families' own is on their page. */
export const guide = () => import('../../../docs/guide/options/families/office.md?guide');
