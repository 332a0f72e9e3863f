import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { watchSession } from '../session/sign-out.ts';
import { fillPlaces } from './fill-places.ts';
import { Site } from './router.tsx';
import { createRoutes } from './routes.tsx';

export { preloadHome } from './routes.tsx';

/**
 * Both areas of the site, behind their guards. What `page` shows, such as the sign-in, stays until the first screen is
 * there.
 */
export async function renderAreas(root: HTMLElement, page?: Root): Promise<void> {
  fillPlaces();
  watchSession();
  // Back must not bring up the page of somebody who left: ask again who is signed in.
  window.addEventListener('pageshow', (event) => event.persisted && window.location.reload());
  const router = createBrowserRouter(createRoutes());
  if (!router.state.initialized) {
    await new Promise<void>((resolve) => router.subscribe(({ initialized }) => initialized && resolve()));
  }
  (page ?? createRoot(root)).render(
    <StrictMode>
      <Site router={router} />
    </StrictMode>,
  );
}
