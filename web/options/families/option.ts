import { DoorOpen, Mail } from 'lucide-react';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyScreenTitles } from '#shared/options/families/wordings.ts';
import { dueWordings } from '#shared/school/wordings.ts';
import { dueOf } from '../../features/school/places.ts';
import type { ScreenOfOption } from '../../session/screens-of-options.ts';
import { sitePaths } from '../../session/site-paths.ts';
import { lazyWithRetry } from '../../ui/display/lazy-with-retry.ts';

/** Registrations that families have handed in. */
export const due = dueOf(familiesContract.listRegistrations, {
  menu: 'registration',
  input: { state: 'handed in' },
  toLines: ({ students }) => {
    const waiting = students.filter(({ state }) => state === 'handed in').length;
    return waiting > 0 ? [{ text: dueWordings.registrations(waiting), to: sitePaths.registration }] : [];
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

export const registrations = lazyWithRetry(() => import('./office/registration/registrations.tsx'));

export const notesOfClass = lazyWithRetry(() => import('./office/notes/notes-of-class.tsx'));
