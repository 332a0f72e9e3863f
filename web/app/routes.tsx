import type { HistoryLocation } from '@tanstack/history';
import { type ComponentType, Fragment } from 'react';
import { type Frame, failing, type Opening } from '../place/router.tsx';
import { myAccountOf, places } from '../session/places.ts';
import { adminScreens } from './admin-screens.ts';
import AdminShell from './admin-shell.tsx';
import { firstPermitted, type Guard, membersOnly, permittedOnly } from './guards.ts';
import { frameOf } from './site.tsx';
import { teacherScreens } from './teacher-screens.ts';

interface Route {
  guard?: Guard;
  frame: () => Promise<Frame>;
  load: () => Promise<{ default: ComponentType }>;
}

// The admin shell comes along: it is small, and in chunks of their own its parts would be larger.
const adminFrame = frameOf(async () => ({ default: AdminShell }));
const staffFrame = frameOf(() => import('./staff-shell.tsx'));
const staffOnly = membersOnly('staff');

const loadMyAccount = () => import('../features/my-account/my-account.tsx');

/** Everything behind the entrances, by path; each screen is a chunk of its own, and so is the teachers' area. */
const routes = new Map<string, Route>([
  [places.teacherArea, { guard: staffOnly, frame: staffFrame, load: () => import('./teacher-menu.tsx') }],
  ...teacherScreens.map(({ path, load }): [string, Route] => [
    `${places.teacherArea}/${path}`,
    { guard: staffOnly, frame: staffFrame, load },
  ]),
  [myAccountOf.staff, { guard: staffOnly, frame: staffFrame, load: loadMyAccount }],
  [myAccountOf.admin, { guard: membersOnly('admin'), frame: adminFrame, load: loadMyAccount }],
  [places.adminArea, { guard: firstPermitted, frame: adminFrame, load: () => import('./nothing-permitted.tsx') }],
  ...adminScreens.map((entry): [string, Route] => [
    `${places.adminArea}/${entry.path}`,
    { guard: permittedOnly(entry), frame: adminFrame, load: entry.load },
  ]),
]);
const notFound: Route = {
  frame: frameOf(async () => ({ default: Fragment })),
  load: () => import('./not-found.tsx'),
};

/** The screen of an address. Its code is fetched while its guard asks who is there; nothing is shown before the guard has answered. */
export async function openScreen(location: HistoryLocation): Promise<Opening> {
  const { guard, frame, load } = routes.get(location.pathname.replace(/\/$/, '')) ?? notFound;
  const code = Promise.all([frame(), load().catch((error: unknown) => ({ default: failing(error) }))]);
  // Somebody who is led elsewhere need not know that the code did not come.
  code.catch(() => undefined);
  const elsewhere = await guard?.(location);
  if (elsewhere) return { redirect: elsewhere };
  const [Frame, { default: Screen }] = await code;
  return { Frame, Screen };
}
