import { pagesOfOptions } from '#options/web-pages';
import { isOnRoute } from '#shared/http/site-routes.ts';
import { teacherScreens } from './app/screens/teacher-screens.ts';
import { findAreaOfEntrancePath, sitePaths } from './session/site-paths.ts';
import { guardPresses } from './ui/controls/second-press.ts';
import './ui/theme/tokens.css';
import './ui/theme/font.css';
import './ui/theme/base.css';
import 'virtual:amplify-tokens.css';
import './ui/theme/amplify.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
guardPresses();

// Three kinds of page in one: the entrances and those of options need no router and no cache of answers, so they do not
// wait for them.
const { pathname } = window.location;
const area = findAreaOfEntrancePath(pathname);
const [, openPage] = Object.entries(pagesOfOptions).find(([route]) => isOnRoute([route], pathname)) ?? [];
if (openPage) showFailureToOpen(openPage().then(({ mount }) => mount(root)));
else if (area) {
  // With the window that says that there is no connection: by then it could not be fetched.
  const loads = [import('./app/entrance.tsx'), import('./ui/overlays/dialog-window.tsx')] as const;
  showFailureToOpen(Promise.all(loads).then(([{ openEntrance }]) => openEntrance(root, area)));
} else {
  // The session is requested while the code loads; the guards share the request, and repeat it where it failed.
  void import('./session/restore-session.ts').then(({ readSessionOnce }) => readSessionOnce()).catch(() => undefined);
  showFailureToOpen(import('./app/areas.tsx').then(({ renderAreas }) => renderAreas(root)));
  // The code of a teacher's screen comes with that of the area, which asks for it again and says what failed.
  const screen = teacherScreens.find(({ path }) => pathname.startsWith(`${sitePaths.teacherArea}/${path}`));
  if (screen) void Promise.allSettled([import('./app/shell/staff-shell.tsx'), screen.load()]);
}

/** Where the code of the page does not come, nothing else is there to say so. */
function showFailureToOpen(page: Promise<unknown>): void {
  page.catch((error: unknown) => {
    const text = document.createElement('p');
    text.textContent =
      'This page could not be opened: the server cannot be reached. Check your network connection, and try again.';
    const retry = document.createElement('button');
    retry.textContent = 'Retry';
    retry.onclick = () => window.location.reload();
    const main = document.createElement('main');
    main.className = 'unopened';
    main.setAttribute('role', 'alert');
    main.append(text, retry);
    root?.replaceChildren(main);
    throw error;
  });
}
