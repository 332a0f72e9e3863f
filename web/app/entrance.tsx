import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Area } from '#shared/accounts/auth/inactivity.ts';
import { messageOf } from '../api/errors.ts';
import { fetchSchool, SchoolContext } from '../api/school.ts';
import { EntranceSignIn } from '../features/accounts/sign-in/sign-in.tsx';
import { loadPage } from '../session/page-loading.ts';
import { restoreSessionAtEntrance } from '../session/sign-in.ts';
import { homePageOf } from '../session/site-paths.ts';
import { onAnnouncement } from '../session/tabs.ts';
import { ErrorRetry } from '../ui/display/error-retry.tsx';
import { loadWhenIdle } from '../ui/overlays/lazy-overlay.tsx';
import { setSiteName } from '../ui/screen/screen-title.ts';

/**
 * Opens a sign-in page. Visitors only (product §2): a user who is signed in to its area is redirected there. The form is in the page already
 * where the site was built (`public/entrance.js`), and comes alive with what was typed there.
 */
export async function openEntrance(root: HTMLElement, area: Area): Promise<void> {
  try {
    const [school, session] = await Promise.all([fetchSchool(), restoreSessionAtEntrance()]);
    if (session?.area === area) return loadPage(homePageOf[area]);
    setSiteName(school.name);
    const page = (
      <StrictMode>
        <SchoolContext value={school}>
          <EntranceSignIn area={area} />
        </SchoolContext>
      </StrictMode>
    );
    if (root.hasChildNodes()) hydrateRoot(root, page);
    else createRoot(root).render(page);
    // A sign-in in another tab opens this one too.
    onAnnouncement((message) => message.kind === 'signed-in' && window.location.reload());
    loadWhenIdle(() => import('./areas.tsx'));
  } catch (error) {
    createRoot(root).render(
      <ErrorRetry
        title="This page could not be opened."
        detail={messageOf(error)}
        onRetry={() => window.location.reload()}
      />,
    );
  }
}
