import { createBrowserHistory } from '@tanstack/history';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from '../place/router.tsx';
import { followSession } from '../session/sign-out.ts';
import { openScreen } from './routes.tsx';
import { PageError } from './site.tsx';

/** Both areas of the site, behind their guards. */
export function openAreas(root: HTMLElement): void {
  followSession();
  // Back must not bring up the page of somebody who left: ask again who is signed in.
  window.addEventListener('pageshow', (event) => event.persisted && window.location.reload());
  createRoot(root).render(
    <StrictMode>
      <Router history={createBrowserHistory()} open={openScreen} Failed={PageError} />
    </StrictMode>,
  );
}
