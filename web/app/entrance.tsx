import { StrictMode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { messageOf } from '../api/errors.ts';
import { fetchSchool, SchoolContext } from '../api/school.ts';
import { EntranceSignIn } from '../features/accounts/sign-in/sign-in.tsx';
import { loadPage } from '../session/page-loading.ts';
import { readSessionAgain, restoreSessionAtEntrance } from '../session/restore-session.ts';
import { fetchCsrfCookieAhead } from '../session/sign-in.ts';
import { homePages } from '../session/site-paths.ts';
import { onTabMessage } from '../session/tabs.ts';
import { ErrorRetry } from '../ui/display/loading.tsx';
import { loadWhenIdle } from '../ui/screen/idle.ts';
import { setSiteName } from '../ui/screen/screen-title.ts';
import { appWordings } from './wordings.ts';

/**
 * Opens a sign-in page. Visitors only (product §2): a user who is signed in to its area is redirected there. The form
 * is in the page already where the site was built (`public/entrance.js`), and comes alive with what was typed there.
 */
export async function openEntrance(root: HTMLElement, area: Area): Promise<void> {
  try {
    const [school, session] = await Promise.all([fetchSchool(), restoreSessionAtEntrance()]);
    if (session?.area === area) return loadPage(homePages[area]);
    setSiteName(school.name);
    let page: Root;
    const openArea = async (address: string) => {
      stopListening();
      window.history.replaceState(null, '', address);
      // Read while the code of the area comes, which asks for it again and says what failed.
      readSessionAgain().catch(() => undefined);
      const areas = await import('./areas.tsx').catch(() => undefined);
      if (areas) await areas.renderAreas(root, page);
      else loadPage(address);
    };
    const entrance = (
      <StrictMode>
        <SchoolContext value={school}>
          <EntranceSignIn area={area} onSignedIn={(address) => void openArea(address)} />
        </SchoolContext>
      </StrictMode>
    );
    if (root.hasChildNodes()) page = hydrateRoot(root, entrance);
    else {
      page = createRoot(root);
      page.render(entrance);
    }
    // A sign-in in another tab opens this one too.
    const stopListening = onTabMessage((message) => message.kind === 'signed-in' && window.location.reload());
    loadWhenIdle(
      async () => fetchCsrfCookieAhead(),
      async () => (await import('./areas.tsx')).preloadHome(area),
    );
  } catch (error) {
    createRoot(root).render(
      <ErrorRetry
        title={appWordings.pageCouldNotBeOpened}
        detail={messageOf(error)}
        onRetry={() => window.location.reload()}
      />,
    );
  }
}
