import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { guardPresses } from '../../ui/controls/second-press.ts';
import '../../ui/theme/tokens.css';
import '../../ui/theme/light-page.css';
import { cachePageForOffline } from '../../ui/offline/cache-page.ts';
import { VerifyPage } from './verify-page.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('verify.html has no #root.');
guardPresses();
createRoot(root).render(
  <StrictMode>
    <VerifyPage />
  </StrictMode>,
);

// What verifies is loaded before there is something to verify: offline it could not be fetched.
void Promise.all([import('./check.ts'), import('./decode-qr-code.ts')])
  .then(() => cachePageForOffline('verify', import.meta.url))
  .catch(() => undefined);
