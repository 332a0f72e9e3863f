import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { followSession } from '../session/sign-out.ts';
import { Site } from './router.tsx';
import { routes } from './routes.tsx';

/** Both areas of the site, behind their guards. */
export function openAreas(root: HTMLElement): void {
  followSession();
  // Back must not bring up the page of somebody who left: ask again who is signed in.
  window.addEventListener('pageshow', (event) => event.persisted && window.location.reload());
  createRoot(root).render(
    <StrictMode>
      <Site router={createBrowserRouter(routes)} />
    </StrictMode>,
  );
}
